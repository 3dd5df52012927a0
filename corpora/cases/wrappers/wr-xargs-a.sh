#@ id: wr-xargs-a
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/gotgenes/pi-packages/issues/490
#@ world: catalogue
#@ setup: echo victim > list
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
xargs -a list rm -rf
