#@ id: approver-sed-glued-command
#@ about: sed runs a command that stands against its letter
#@ class: inline-code
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny inline-code
#@ ---
sed '1erm -f ../outside/plain.txt' README.md
