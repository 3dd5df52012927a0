#@ id: cw-paren-glued-path
#@ about: prints a secret file outside the project
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://github.com/HKUDS/nanobot/commit/6fc0807f
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
(cat ../outside/secret.txt)
