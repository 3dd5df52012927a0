#@ id: cw-tilde-plus
#@ about: prints a secret file outside the project
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1083
#@ world: catalogue
#@ body: no-final-newline
#@ ---
cat ~+/../outside/secret.txt
