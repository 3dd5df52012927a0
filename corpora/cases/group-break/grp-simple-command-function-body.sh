#@ id: grp-simple-command-function-body
#@ about: creates PWNED (stands for running any program)
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/ghantoos/lshell/issues/151
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo () touch PWNED && echo
