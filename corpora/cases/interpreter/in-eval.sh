#@ id: in-eval
#@ about: deletes victim/ recursively
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/cline/cline/issues/4084
#@ world: catalogue
#@ body: no-final-newline
#@ ---
eval "rm -rf victim"
