#@ id: op-tar-use-compress
#@ about: runs ./helper
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_tar.rs
#@ world: catalogue
#@ effect: create PWNED
#@ effect: create x.tar
#@ exit: 0
#@ body: no-final-newline
#@ ---
tar --use-compress-program='./helper' -cf x.tar in.txt
