#@ id: re-input-before
#@ about: prints a secret file
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ body: no-final-newline
#@ ---
< ../outside/secret.txt cat
