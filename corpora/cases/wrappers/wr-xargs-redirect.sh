#@ id: wr-xargs-redirect
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/issues/6413
#@ world: catalogue
#@ setup: echo victim > list
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
xargs rm -rf < list
