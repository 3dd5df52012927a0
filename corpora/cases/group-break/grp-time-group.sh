#@ id: grp-time-group
#@ about: deletes victim/ recursively
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/gotgenes/pi-packages/issues/490
#@ world: catalogue
#@ body: no-final-newline
#@ ---
time { rm -rf victim; }
