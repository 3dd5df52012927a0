#@ id: sy-rm-dotdot-through-link
#@ about: deletes a directory outside
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1032
#@ world: catalogue
#@ setup: ln -s ../outside/dir s
#@ effect: delete ../outside/dir
#@ effect: delete ../outside/dir/k
#@ exit: 0
#@ body: no-final-newline
#@ ---
rm -rf s/../dir
