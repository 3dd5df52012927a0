#@ id: in-sh-c-dollar-zero
#@ about: deletes victim/ recursively
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_positionals.rs
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
sh -c '$0 -rf victim' rm
