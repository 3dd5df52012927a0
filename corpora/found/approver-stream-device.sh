#@ id: approver-stream-device
#@ about: a shell reads a here-document by way of /dev/stdin
#@ class: interpreter
#@ kind: bypass
#@ origin: found by a hunt
#@ world: range
#@ effect: delete ../outside/secret.txt
#@ exit: 0
#@ expect: approver deny interpreter-reads-stream
#@ ---
. /dev/stdin <<E
rm ../outside/secret.txt
E
