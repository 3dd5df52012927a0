#@ id: op-tar-checkpoint-abbrev
#@ about: creates PWNED (stands for running any program)
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_tar.rs
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
tar cf /dev/null --checkpoint=1 --checkpoint-act=exec='touch PWNED' in.txt
