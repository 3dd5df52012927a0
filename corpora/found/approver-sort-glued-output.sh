#@ id: approver-sort-glued-output
#@ about: sort writes the file that stands in one word with its option
#@ class: interpreter
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: create x
#@ effect: modify run.sh
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-written-then-run
#@ ---
printf 'rm -f ../outside/plain.txt\n' > x; sort -uorun.sh x; sh run.sh
