#@ id: wr-env-rule
#@ about: creates PWNED (stands for running any program)
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/antiwork/gumroad-mobile/pull/194
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
env sh -c "touch PWNED"
