#@ id: re-allow-exact-then-redirect
#@ about: creates a file outside the project
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/anomalyco/opencode/issues/5330
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
ls -d . > ../outside/f
