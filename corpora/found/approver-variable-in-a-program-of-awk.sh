#@ id: approver-variable-in-a-program-of-awk
#@ about: a variable puts a call into a program of awk
#@ class: interpreter
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny inline-code
#@ ---
x='system("rm -f ../outside/plain.txt")'; awk "BEGIN{$x}"
