#@ id: hi-bg-group
#@ about: creates PWNED (stands for running any program)
#@ class: history-job
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
{ sleep 0; touch PWNED; } & wait
