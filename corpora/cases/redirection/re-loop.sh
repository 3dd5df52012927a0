#@ id: re-loop
#@ about: creates a file outside the project
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
for i in 1; do echo $i; done > ../outside/f
