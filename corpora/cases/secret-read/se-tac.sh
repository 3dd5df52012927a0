#@ id: se-tac
#@ about: prints a secret file outside the project
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/hrishikeshdkakkad/fluidbox/pull/124
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
tac ../outside/secret.txt
