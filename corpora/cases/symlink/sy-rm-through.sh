#@ id: sy-rm-through
#@ about: deletes a directory outside
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/timothy-agent/timothy/pull/76
#@ world: catalogue
#@ setup: ln -s ../outside link
#@ body: no-final-newline
#@ ---
rm -rf link/dir
