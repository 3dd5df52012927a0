#@ id: op-find-dashdash
#@ about: deletes victim/ recursively
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1052
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
find -- victim -delete
