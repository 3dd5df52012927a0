#@ id: sp-flags-abbrev
#@ about: deletes victim/ recursively
#@ class: spelling
#@ kind: bypass
#@ origin: https://github.com/mf-yang/openclaw-cn/issues/374
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
rm --recu --for victim
