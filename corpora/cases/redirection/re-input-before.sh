#@ id: re-input-before
#@ about: prints a secret file
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
< ../outside/secret.txt cat
