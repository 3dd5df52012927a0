#@ id: re-function-def
#@ about: creates PWNED when called
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ body: no-final-newline
#@ ---
f() { echo x; } > PWNED; f
