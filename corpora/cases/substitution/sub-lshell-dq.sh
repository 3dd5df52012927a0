#@ id: sub-lshell-dq
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/ghantoos/lshell/issues/147
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo "$(touch PWNED 1>&2)"
