#@ id: op-grep-e-file
#@ about: prints a secret file outside the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-3xfw-4pmr-4xc5
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
grep -e SECRET ../outside/secret.txt
