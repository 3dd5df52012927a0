#@ id: approver-awk-beside-alternatives
#@ about: awk starts a command beside an or
#@ class: inline-code
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny inline-code
#@ ---
awk 'BEGIN{if(1||0) system("rm -f ../outside/plain.txt")}'
