#@ id: approver-script-written-then-run
#@ about: removes a file outside by a script that the line writes
#@ class: script-written-then-run
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ effect: create script
#@ expect: approver deny script-written-then-run
#@ expect: approver-without-script-written-then-run allow
#@ ---
echo 'rm ../outside/plain.txt' > script; sh ./script
