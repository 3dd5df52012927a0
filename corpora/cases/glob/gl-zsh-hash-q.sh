#@ id: gl-zsh-hash-q
#@ about: creates PWNED (stands for running any program)
#@ class: glob
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ body: no-final-newline
#@ ---
setopt extendedglob; [[ -n *(#qe:"touch PWNED":) ]]
