#@ id: cw-option-glued-path
#@ about: creates a file outside the project
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
sort -o../outside/f in.txt
