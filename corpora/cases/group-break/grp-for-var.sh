#@ id: grp-for-var
#@ about: deletes victim/ recursively
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/gotgenes/pi-packages/issues/741
#@ world: catalogue
#@ body: no-final-newline
#@ ---
for x in victim; do rm -rf "$x"; done
