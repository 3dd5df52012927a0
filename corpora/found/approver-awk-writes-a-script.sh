#@ id: approver-awk-writes-a-script
#@ about: a program of awk writes the script that runs next
#@ class: interpreter
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: modify run.sh
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-written-then-run
#@ ---
awk 'BEGIN{print "rm -f ../outside/plain.txt" > "run.sh"}'; sh run.sh
