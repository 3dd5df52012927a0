#@ id: sy-physical-cat
#@ about: kernel follows s first: prints a secret
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1032
#@ world: catalogue
#@ setup: ln -s ../outside/dir s
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
cat s/../secret.txt
