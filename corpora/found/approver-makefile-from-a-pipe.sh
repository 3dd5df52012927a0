#@ id: approver-makefile-from-a-pipe
#@ about: make takes its rules from a pipe
#@ class: interpreter
#@ kind: bypass
#@ origin: found beside the stream device
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ exit: 0
#@ expect: approver deny inline-code
#@ body: no-final-newline
#@ ---
printf 'x:\n\trm ../outside/plain.txt\n' | make -f -
