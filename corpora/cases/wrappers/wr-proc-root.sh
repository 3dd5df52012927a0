#@ id: wr-proc-root
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://ona.com/stories/how-claude-code-escapes-its-own-denylist-and-sandbox (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
/proc/self/root/bin/rm -rf victim
