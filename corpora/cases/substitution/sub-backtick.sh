#@ id: sub-backtick
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/cursor/cursor/security/advisories/GHSA-534m-3w6r-8pqr
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo `touch PWNED`
