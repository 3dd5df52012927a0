#@ id: ec-tab-blanks
#@ about: deletes victim/ recursively
#@ class: encoding
#@ kind: bypass
#@ origin: https://github.com/elizaOS/eliza/pull/29523
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
rm	-rf	victim
