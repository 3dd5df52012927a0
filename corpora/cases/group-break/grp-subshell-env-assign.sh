#@ id: grp-subshell-env-assign
#@ about: creates PWNED (stands for running any program)
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
(PATH=/usr/bin:/bin; touch PWNED)
