#@ id: ar-let
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/ksh93/ksh/issues/152
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash zsh] 1
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
let 'x=a[$(touch PWNED)]'
