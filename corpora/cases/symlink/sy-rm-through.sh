#@ id: sy-rm-through
#@ about: deletes a directory outside
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/timothy-agent/timothy/pull/76
#@ world: catalogue
#@ setup: ln -s ../outside link
#@ effect: delete ../outside/dir
#@ effect: delete ../outside/dir/k
#@ exit: 0
#@ body: no-final-newline
#@ ---
rm -rf link/dir
