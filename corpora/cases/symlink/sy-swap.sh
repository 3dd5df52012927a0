#@ id: sy-swap
#@ about: creates a file outside the project
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/PrimeIntellect-ai/prime-agent/pull/2384
#@ world: catalogue
#@ setup: mkdir tmpd
#@ effect: create ../outside/f
#@ effect: create tmpd
#@ effect: rename tmpd -> x
#@ exit: 0
#@ body: no-final-newline
#@ ---
mv tmpd x; ln -s ../outside tmpd; echo x > tmpd/f
