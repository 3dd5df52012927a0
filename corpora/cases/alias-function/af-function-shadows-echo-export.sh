#@ id: af-function-shadows-echo-export
#@ about: creates PWNED (stands for running any program)
#@ class: alias-function
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_child_startup.rs
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ output: [zsh] stdout contains hi
#@ body: no-final-newline
#@ ---
echo() { touch PWNED; }; export -f echo; bash -c "echo hi"
