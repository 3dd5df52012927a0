#@ id: approver-function-behind-a-launcher
#@ about: a launcher starts the program that a function hides
#@ class: function
#@ kind: bypass
#@ origin: found by the hunt without tree-missing
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny removal-outside
#@ ---
rm() { env rm -f ../outside/plain.txt; }; rm
