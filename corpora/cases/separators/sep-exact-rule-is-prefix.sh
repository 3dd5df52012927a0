#@ id: sep-exact-rule-is-prefix
#@ about: creates PWNED (stands for running any program)
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/microsoft/vscode/issues/267669
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains notes.md
#@ body: no-final-newline
#@ ---
ls notes.md && touch PWNED
