#@ id: ar-command-subst
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/ldayton/Dippy/pull/39
#@ world: catalogue
#@ effect: create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
(( $(touch PWNED; echo 1) ))
