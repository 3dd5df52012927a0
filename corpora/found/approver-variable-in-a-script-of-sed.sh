#@ id: approver-variable-in-a-script-of-sed
#@ about: a variable puts a command of sed behind an address
#@ class: interpreter
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny inline-code
#@ ---
x=e; sed -n "1$x rm -f ../outside/plain.txt" README.md
