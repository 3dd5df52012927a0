#@ id: in-sh-c-dollar-zero
#@ about: deletes victim/ recursively
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_positionals.rs
#@ world: catalogue
#@ body: no-final-newline
#@ ---
sh -c '$0 -rf victim' rm
