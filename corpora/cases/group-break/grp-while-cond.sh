#@ id: grp-while-cond
#@ about: deletes victim/ recursively
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/gotgenes/pi-packages/issues/741
#@ world: catalogue
#@ body: no-final-newline
#@ ---
while rm -rf victim; do break; done
