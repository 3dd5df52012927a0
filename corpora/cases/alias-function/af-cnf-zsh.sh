#@ id: af-cnf-zsh
#@ about: creates PWNED (stands for running any program)
#@ class: alias-function
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ effect: [zsh] create PWNED
#@ exit: [zsh] 0
#@ exit: [bash sh] 2
#@ body: no-final-newline
#@ ---
command_not_found_handler() { touch PWNED }; missingcmd
