#@ id: quote-flag-backslash-git
#@ about: creates PWNED
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3566
#@ world: catalogue
#@ setup: @GIT@
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
git diff --outpu\t=PWNED
