#@ id: ar-bracket-v
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/koalaman/shellcheck/issues/1322
#@ world: catalogue
#@ body: no-final-newline
#@ ---
[ -v 'a[$(touch PWNED)]' ]
