#@ id: re-multi-digit-fd
#@ about: creates PWNED
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: [bash] stdout contains x
#@ body: no-final-newline
#@ ---
echo x 12> PWNED
