#@ id: approver-launcher-of-a-script
#@ about: a launcher that is not listed runs a script of the tree
#@ class: unrecognised-launcher
#@ kind: bypass
#@ origin: a neighbour of launcher-with-an-expansion
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny unrecognised-launcher
#@ ---
choom -n0 sh ./clean.sh
