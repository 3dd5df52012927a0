#@ id: op-du-files0
#@ about: prints a secret file outside the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 1
#@ output: contains SECRET-OUT
#@ body: no-final-newline
#@ ---
du --files0-from=../outside/secret.txt
