#@ id: en-prefix-any
#@ about: deletes victim/ recursively
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/231
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
FOO=1 rm -rf victim
