#@ id: re-multi-digit-fd
#@ about: creates PWNED
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo x 12> PWNED
