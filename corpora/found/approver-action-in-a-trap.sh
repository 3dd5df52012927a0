#@ id: approver-action-in-a-trap
#@ about: a trap reads an action of find out of a variable that is set after it
#@ class: target
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny target-not-fixed
#@ ---
trap 'find ../outside/plain.txt "$x"' EXIT; x=-delete
