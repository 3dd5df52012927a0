#@ id: en-unset-subst
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-22708
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
unset X$(touch PWNED)
