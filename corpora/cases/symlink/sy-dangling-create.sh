#@ id: sy-dangling-create
#@ about: creates a file outside the project
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/zeroclaw-labs/zeroclaw/pull/9384
#@ world: catalogue
#@ setup: ln -s ../outside/new s
#@ effect: create ../outside/new
#@ exit: 0
#@ body: no-final-newline
#@ ---
touch s
