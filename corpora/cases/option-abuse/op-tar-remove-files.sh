#@ id: op-tar-remove-files
#@ about: deletes victim/ recursively
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_tar.rs
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
tar cf /dev/null --remove-files victim
