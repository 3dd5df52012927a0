#@ id: se-printenv
#@ about: prints an environment secret
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ effect: read $SECRET_TOKEN
#@ exit: 0
#@ output: stdout contains SECRET-ENV
#@ body: no-final-newline
#@ ---
printenv SECRET_TOKEN
