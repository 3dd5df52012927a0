#@ id: approver-read-clustered-options
#@ about: the second letter of an option of read is the value of the first, and the next word a name
#@ class: arithmetic
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ shells: bash
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny command-unparsable
#@ ---
read -pt 'a[$(rm -f ../outside/plain.txt)]'
