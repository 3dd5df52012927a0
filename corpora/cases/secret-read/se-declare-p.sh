#@ id: se-declare-p
#@ about: prints an environment secret
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ effect: [bash zsh] read $SECRET_TOKEN
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ output: [bash zsh] stdout contains SECRET-ENV
#@ output: [bash] stdout contains declare -x SECRET_TOKEN="SECRET-ENV"
#@ output: [sh] stdout lacks SECRET-ENV
#@ output: [zsh] stdout contains export SECRET_TOKEN=SECRET-ENV
#@ body: no-final-newline
#@ ---
declare -p SECRET_TOKEN
