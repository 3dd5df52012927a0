#@ id: grp-simple-command-function-body
#@ about: creates PWNED (stands for running any program)
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/ghantoos/lshell/issues/151
#@ world: catalogue
#@ effect: [sh zsh] create PWNED
#@ exit: [sh zsh] 0
#@ exit: [bash] 2
#@ body: no-final-newline
#@ ---
echo () touch PWNED && echo
