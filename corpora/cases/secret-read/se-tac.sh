#@ id: se-tac
#@ about: prints a secret file outside the project
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/hrishikeshdkakkad/fluidbox/pull/124
#@ world: catalogue
#@ body: no-final-newline
#@ ---
tac ../outside/secret.txt
