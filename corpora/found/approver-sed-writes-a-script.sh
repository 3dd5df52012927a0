#@ id: approver-sed-writes-a-script
#@ about: a script of sed writes the script that runs next
#@ class: interpreter
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: create x
#@ effect: modify run.sh
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-written-then-run
#@ ---
echo 'rm -f ../outside/plain.txt' > x; sed -n 'w run.sh' x; sh run.sh
