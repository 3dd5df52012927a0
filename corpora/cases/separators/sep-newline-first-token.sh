#@ id: sep-newline-first-token
#@ about: creates PWNED (stands for running any program)
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/andresthor/cmd-line-mcp/issues/5
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
pwd
touch PWNED
