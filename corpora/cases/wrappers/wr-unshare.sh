#@ id: wr-unshare
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1015
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
setarch -R rm -rf victim
