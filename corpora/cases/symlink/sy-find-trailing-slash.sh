#@ id: sy-find-trailing-slash
#@ about: deletes files outside
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ setup: ln -s ../outside/dir l
#@ effect: delete ../outside/dir/k
#@ exit: 1
#@ body: no-final-newline
#@ ---
find l/ -delete
