#@ id: sy-read-through-file
#@ about: prints a secret file outside the project
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/anomalyco/opencode/issues/43336
#@ world: catalogue
#@ setup: ln -s ../outside/secret.txt s
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
cat s
