#@ id: in-zsh-c
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/akaszubski/autonomous-dev/issues/1621
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
zsh -fc 'touch PWNED'
