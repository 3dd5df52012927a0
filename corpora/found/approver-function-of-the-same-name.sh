#@ id: approver-function-of-the-same-name
#@ about: removes outside before a function of the program's name is defined
#@ class: function
#@ kind: bypass
#@ origin: found by the hunt without tree-missing
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny removal-outside
#@ ---
rm -f ../outside/plain.txt; rm() { :; }
