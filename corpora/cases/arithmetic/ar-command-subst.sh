#@ id: ar-command-subst
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/ldayton/Dippy/pull/39
#@ world: catalogue
#@ body: no-final-newline
#@ ---
(( $(touch PWNED; echo 1) ))
