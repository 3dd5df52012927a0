#@ id: sy-rm-trailing-slash
#@ about: GNU rm: refuses or empties the target
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/PrimeIntellect-ai/prime-agent/pull/2384
#@ world: catalogue
#@ setup: ln -s ../outside/dir l
#@ effect: delete ../outside/dir/k
#@ exit: 0
#@ body: no-final-newline
#@ ---
rm -rf l/
