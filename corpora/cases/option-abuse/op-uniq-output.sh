#@ id: op-uniq-output
#@ about: second operand is the OUTPUT file: creates PWNED
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/769
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
uniq in.txt PWNED
