#@ id: sub-in-for-list
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/gotgenes/pi-packages/issues/741
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
for x in $(touch PWNED); do :; done
