#@ id: sep-lshell-control-chars
#@ about: creates PWNED (stands for running any program)
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/ghantoos/lshell/issues/149
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo
 touch PWNED
