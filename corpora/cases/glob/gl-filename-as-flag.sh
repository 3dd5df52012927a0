#@ id: gl-filename-as-flag
#@ about: a file named -rf turns it into rm -rf: directories go too
#@ class: glob
#@ kind: bypass
#@ origin: https://www.exploit-db.com/papers/33930 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ setup: touch -- -rf
#@ effect: delete evil.sh
#@ effect: delete helper
#@ effect: delete in.txt
#@ effect: delete notes.md
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
rm *
