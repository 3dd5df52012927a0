#@ id: co-hash-after-semicolon-glued
#@ about: creates PWNED (stands for running any program)
#@ class: comment
#@ kind: bypass
#@ origin: https://github.com/Zoo-Code-Org/Zoo-Code/pull/483
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
true;#x
touch PWNED
