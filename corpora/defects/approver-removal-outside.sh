#@ id: approver-removal-outside
#@ about: removes a file outside by its name
#@ class: removal-outside
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny removal-outside
#@ expect: approver-without-removal-outside allow
#@ ---
rm ../outside/plain.txt
