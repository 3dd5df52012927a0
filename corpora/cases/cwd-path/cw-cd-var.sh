#@ id: cw-cd-var
#@ about: creates a file outside the project
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
d=../outside; cd "$d" && touch f
