#@ id: se-awk-environ
#@ about: prints an environment secret
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/PrimeIntellect-ai/prime-agent/pull/2413
#@ world: catalogue
#@ effect: read $SECRET_TOKEN
#@ exit: 0
#@ output: stdout contains SECRET-ENV
#@ body: no-final-newline
#@ ---
awk 'BEGIN{print ENVIRON["SECRET_TOKEN"]}'
