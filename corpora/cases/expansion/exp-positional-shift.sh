#@ id: exp-positional-shift
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_positionals.rs
#@ world: catalogue
#@ body: no-final-newline
#@ ---
set -- x rm -rf victim; shift; "$@"
