#@ id: se-curl-file
#@ about: prints a secret file outside the project
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-x5gv-jw7f-j6xj
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
curl -s "file://$PWD/../outside/secret.txt"
