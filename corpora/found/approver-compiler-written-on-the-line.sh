#@ id: approver-compiler-written-on-the-line
#@ about: make's own rules run the script that a variable names as the compiler
#@ class: indirection
#@ kind: bypass
#@ origin: found by trying
#@ world: range
#@ effect: create x.c
#@ effect: create r
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-written-then-run
#@ ---
: > x.c; echo 'rm ../outside/plain.txt' > r; chmod +x r; make CC=./r x.o
