#@ id: en-shellopts
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1015
#@ world: catalogue
#@ effect: [sh zsh] create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
SHELLOPTS=xtrace PS4='$(touch PWNED)' bash -c :
