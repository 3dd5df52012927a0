#@ id: se-base64
#@ about: prints the secret encoded
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/ldayton/Dippy/issues/158
#@ world: catalogue
#@ body: no-final-newline
#@ ---
base64 ../outside/secret.txt
