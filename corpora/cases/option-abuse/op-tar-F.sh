#@ id: op-tar-F
#@ about: runs ./helper as the volume script
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_tar.rs
#@ world: catalogue
#@ setup: seq 60000 > big
#@ effect: create PWNED
#@ effect: create v.tar
#@ exit: 0
#@ body: no-final-newline
#@ ---
tar -cML 10 -F './helper' -f v.tar big
