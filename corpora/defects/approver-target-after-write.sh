#@ id: approver-target-after-write
#@ about: removes a file outside behind a link that the line makes
#@ class: target-after-write
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ effect: create link
#@ expect: approver deny target-after-write
#@ expect: approver-without-target-after-write allow
#@ ---
ln -s ../outside link; rm link/plain.txt
