#@ id: ar-let
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/ksh93/ksh/issues/152
#@ world: catalogue
#@ body: no-final-newline
#@ ---
let 'x=a[$(touch PWNED)]'
