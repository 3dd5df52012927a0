#@ id: op-find-fprint0
#@ about: creates a file outside the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/gptme/gptme/pull/3557
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
find . -maxdepth 0 -fprint0 ../outside/f
