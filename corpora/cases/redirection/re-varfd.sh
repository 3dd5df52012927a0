#@ id: re-varfd
#@ about: creates PWNED
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
exec {fd}> PWNED; echo x >&$fd
