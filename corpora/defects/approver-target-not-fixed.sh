#@ id: approver-target-not-fixed
#@ about: removes a file outside that a variable names
#@ class: target-not-fixed
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny target-not-fixed
#@ expect: approver-without-target-not-fixed allow
#@ ---
x=../outside/plain.txt; rm "$x"
