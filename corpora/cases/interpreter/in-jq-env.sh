#@ id: in-jq-env
#@ about: prints an environment secret
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ effect: read $SECRET_TOKEN
#@ exit: 0
#@ output: stdout contains SECRET-ENV
#@ output: stdout contains "\"SECRET-ENV\""
#@ body: no-final-newline
#@ ---
jq -n env.SECRET_TOKEN
