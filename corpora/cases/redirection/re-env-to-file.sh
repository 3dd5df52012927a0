#@ id: re-env-to-file
#@ about: dumps the environment outside
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/anomalyco/opencode/issues/32628
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
env > ../outside/f
