#@ id: af-cnf-bash
#@ about: creates PWNED (stands for running any program)
#@ class: alias-function
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [sh zsh] 127
#@ body: no-final-newline
#@ ---
command_not_found_handle() { touch PWNED; }; missingcmd
