#@ id: sep-or
#@ about: creates PWNED (stands for running any program)
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/google-gemini/gemini-cli/issues/11766
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
false || touch PWNED
