#@ id: sy-hardlink
#@ about: modifies a file outside (shared inode)
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/electric-sql/electric/pull/4360
#@ world: catalogue
#@ effect: create h
#@ effect: modify ../outside/secret.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
ln ../outside/secret.txt h; echo x >> h
