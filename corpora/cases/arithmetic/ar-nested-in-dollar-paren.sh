#@ id: ar-nested-in-dollar-paren
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/nikolanovoselec/codeflare/pull/325
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains 2
#@ body: no-final-newline
#@ ---
echo $(( $(touch PWNED; echo 1) + 1 ))
