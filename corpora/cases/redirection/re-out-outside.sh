#@ id: re-out-outside
#@ about: creates a file outside the project
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/anomalyco/opencode/issues/42979
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x > ../outside/f
