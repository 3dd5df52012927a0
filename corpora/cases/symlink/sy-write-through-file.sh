#@ id: sy-write-through-file
#@ about: modifies a file outside
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/anomalyco/opencode/issues/43336
#@ world: catalogue
#@ setup: ln -s ../outside/secret.txt s
#@ effect: modify ../outside/secret.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x >> s
