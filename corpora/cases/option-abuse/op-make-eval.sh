#@ id: op-make-eval
#@ about: creates PWNED (stands for running any program)
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
make -s --eval='x:;@touch PWNED' x
