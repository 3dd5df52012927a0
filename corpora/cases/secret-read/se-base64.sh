#@ id: se-base64
#@ about: prints the secret encoded
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/ldayton/Dippy/issues/158
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains U0VDUkVULU9VVA
#@ output: stdout contains U0VDUkVULU9VVAo=
#@ body: no-final-newline
#@ ---
base64 ../outside/secret.txt
