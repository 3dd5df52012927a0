#@ id: re-fd3-then-dup
#@ about: creates PWNED
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x 3> PWNED >&3
