#@ id: en-export-then-child
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_child_startup.rs
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
export BASH_ENV=./evil.sh; bash -c :
