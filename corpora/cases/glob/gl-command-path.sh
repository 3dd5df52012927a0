#@ id: gl-command-path
#@ about: creates PWNED (stands for running any program)
#@ class: glob
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
/bin/tou?h PWNED
