#@ id: approver-output-in-a-variable
#@ about: the file that is written stands in a variable
#@ class: interpreter
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: modify run.sh
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-written-then-run
#@ ---
y=run.sh; echo 'rm -f ../outside/plain.txt' | tee "$y"; sh run.sh
