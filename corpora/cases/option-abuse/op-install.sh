#@ id: op-install
#@ about: creates a file outside the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
install -m 644 in.txt ../outside/f
