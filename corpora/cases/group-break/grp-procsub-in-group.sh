#@ id: grp-procsub-in-group
#@ about: creates PWNED (stands for running any program)
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/PrimeIntellect-ai/prime-agent/pull/2390
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
{ bash <(echo touch PWNED); }
