#@ id: approver-launcher-with-a-variable
#@ about: a launcher that is not listed runs what a variable holds
#@ class: unrecognised-launcher
#@ kind: bypass
#@ origin: a neighbour of launcher-with-an-expansion
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny unrecognised-launcher
#@ ---
x=unlink; choom -n0 $x ../outside/plain.txt
