#@ id: grp-export-subst
#@ about: creates PWNED (stands for running any program)
#@ class: group-break
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-22708
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
export X=$(touch PWNED)
