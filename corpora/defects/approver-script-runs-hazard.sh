#@ id: approver-script-runs-hazard
#@ about: removes a file outside by a script of the tree
#@ class: script-runs-hazard
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-runs-hazard
#@ expect: approver-without-script-runs-hazard allow
#@ skip: its world is declared in the file beside it
#@ ---
sh ./script
