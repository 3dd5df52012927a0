#@ id: pr-make-default
#@ about: runs the makefile recipe
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ setup: printf 'all:\n\t@touch PWNED\n' > Makefile
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
make -s
