#@ id: en-makeflags
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ setup: printf 'x:\n' > Makefile
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
MAKEFLAGS='--eval=all:;@touch\ PWNED' make -s
