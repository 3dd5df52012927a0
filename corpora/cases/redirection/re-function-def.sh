#@ id: re-function-def
#@ about: creates PWNED when called
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
f() { echo x; } > PWNED; f
