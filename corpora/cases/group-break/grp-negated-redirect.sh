#@ id: grp-negated-redirect
#@ about: creates PWNED
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 1
#@ body: no-final-newline
#@ ---
! echo x > PWNED
