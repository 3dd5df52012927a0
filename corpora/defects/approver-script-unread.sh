#@ id: approver-script-unread
#@ about: removes a file outside by a script that shells read differently
#@ class: script-unread
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-unread
#@ expect: approver-without-script-unread allow
#@ skip: its world is declared in the file beside it
#@ ---
bash ./script
