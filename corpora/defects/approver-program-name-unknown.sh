#@ id: approver-program-name-unknown
#@ about: removes a file outside by a program that a variable names
#@ class: program-name-unknown
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny program-name-unknown
#@ expect: approver-without-program-name-unknown allow
#@ ---
x=rm; $x ../outside/plain.txt
