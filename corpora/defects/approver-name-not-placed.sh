#@ id: approver-name-not-placed
#@ about: removes a file outside by a path from a directory that may not be there
#@ class: name-not-placed
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny name-not-placed
#@ expect: approver-without-name-not-placed allow
#@ ---
cd src; rm ../../outside/plain.txt
