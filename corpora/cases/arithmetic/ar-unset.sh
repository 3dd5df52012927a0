#@ id: ar-unset
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/koalaman/shellcheck/issues/1322
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
a=(1); unset 'a[$(touch PWNED)]'
