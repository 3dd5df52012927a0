#@ id: wr-xargs-a
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/gotgenes/pi-packages/issues/490
#@ world: catalogue
#@ setup: echo victim > list
#@ body: no-final-newline
#@ ---
xargs -a list rm -rf
