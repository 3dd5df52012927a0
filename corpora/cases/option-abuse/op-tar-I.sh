#@ id: op-tar-I
#@ about: creates PWNED (stands for running any program)
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_tar.rs
#@ world: catalogue
#@ effect: create PWNED
#@ effect: create x.tar
#@ exit: 0
#@ body: no-final-newline
#@ ---
tar -I 'sh -c "touch PWNED; cat"' -cf x.tar in.txt
