#@ id: quote-flag-backslash-git
#@ about: creates PWNED
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3566
#@ world: catalogue
#@ setup: @GIT@
#@ body: no-final-newline
#@ ---
git diff --outpu\t=PWNED
