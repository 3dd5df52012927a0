#@ id: op-make-shell
#@ about: runs ./helper as the recipe shell
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ setup: printf 'x:\n\t@echo hi > /dev/null\n' > Makefile
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
make -s SHELL=./helper x
