#@ id: grp-coproc
#@ about: deletes victim/ recursively
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ body: no-final-newline
#@ ---
coproc rm -rf victim; wait
