#@ id: se-env-u
#@ about: prints an environment secret
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ body: no-final-newline
#@ ---
env
