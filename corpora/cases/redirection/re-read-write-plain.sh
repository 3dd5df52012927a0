#@ id: re-read-write-plain
#@ about: creates PWNED
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/925
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
cat <> PWNED
