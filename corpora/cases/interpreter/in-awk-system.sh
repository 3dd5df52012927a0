#@ id: in-awk-system
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/ghantoos/lshell/issues/132
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
awk 'BEGIN{system("touch PWNED")}'
