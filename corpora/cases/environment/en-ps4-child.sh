#@ id: en-ps4-child
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1015
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
PS4='$(touch PWNED)' bash -xc :
