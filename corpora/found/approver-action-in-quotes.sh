#@ id: approver-action-in-quotes
#@ about: a quoted expansion is an action of find
#@ class: target
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny target-not-fixed
#@ ---
x=-delete; find ../outside/plain.txt "$x"
