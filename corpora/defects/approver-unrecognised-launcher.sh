#@ id: approver-unrecognised-launcher
#@ about: removes a file outside by a launcher that is not known to be one
#@ class: unrecognised-launcher
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny unrecognised-launcher
#@ expect: approver-without-unrecognised-launcher allow
#@ ---
choom -n 0 rm ../outside/plain.txt
