#@ id: sy-cp-into-link
#@ about: creates a file outside the project
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/zeroclaw-labs/zeroclaw/pull/9384
#@ world: catalogue
#@ setup: ln -s ../outside link
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
cp in.txt link/f
