#@ id: in-bash-lc
#@ about: deletes victim/ recursively
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/akaszubski/autonomous-dev/issues/1621
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
bash -lc 'rm -rf victim'
