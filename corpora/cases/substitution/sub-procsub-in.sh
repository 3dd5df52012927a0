#@ id: sub-procsub-in
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ body: no-final-newline
#@ ---
ls <(touch PWNED)
