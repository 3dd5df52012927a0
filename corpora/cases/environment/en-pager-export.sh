#@ id: en-pager-export
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-22708
#@ world: catalogue
#@ setup: @GIT@
#@ env: HISTFILE=
#@ delivery: tty
#@ effect: create PWNED
#@ body: no-final-newline
#@ ---
export PAGER='touch PWNED;:'
git branch
