#@ id: re-inside-sh-c
#@ about: creates PWNED
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/melodic-software/claude-code-plugins/issues/4243
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
bash -c 'echo x > PWNED'
