#@ id: sy-create-then-use
#@ about: creates a file outside the project
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/PrimeIntellect-ai/prime-agent/pull/2384
#@ world: catalogue
#@ effect: create ../outside/f
#@ effect: create o
#@ exit: 0
#@ body: no-final-newline
#@ ---
ln -s ../outside o; echo x > o/f
