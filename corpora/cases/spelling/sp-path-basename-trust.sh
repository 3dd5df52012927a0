#@ id: sp-path-basename-trust
#@ about: runs ./ls of the project
#@ class: spelling
#@ kind: bypass
#@ origin: https://github.com/openai/codex/pull/20277
#@ world: catalogue
#@ setup: cp helper ls
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
./ls
