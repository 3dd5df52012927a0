#@ id: sub-in-test
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/bytedance/deer-flow/pull/4623
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 1
#@ body: no-final-newline
#@ ---
[ -n "$(touch PWNED)" ]
