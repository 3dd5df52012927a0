#@ id: op-make-dry-run
#@ about: $(shell) runs while reading the makefile
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://www.gnu.org/software/make/manual/html_node/Instead-of-Execution.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ setup: printf 'X:=$(shell touch PWNED)\nall:\n\techo hi\n' > Makefile
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains echo hi
#@ body: no-final-newline
#@ ---
make -n
