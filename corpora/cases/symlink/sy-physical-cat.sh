#@ id: sy-physical-cat
#@ about: kernel follows s first: prints a secret
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1032
#@ world: catalogue
#@ setup: ln -s ../outside/dir s
#@ body: no-final-newline
#@ ---
cat s/../secret.txt
