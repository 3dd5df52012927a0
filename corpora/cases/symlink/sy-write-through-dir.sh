#@ id: sy-write-through-dir
#@ about: creates a file outside the project
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ setup: ln -s ../outside link
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x > link/f
