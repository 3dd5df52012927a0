#@ id: af-trap-err
#@ about: creates PWNED (stands for running any program)
#@ class: alias-function
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_wrappers.rs
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: 1
#@ body: no-final-newline
#@ ---
trap 'touch PWNED' ERR; false
