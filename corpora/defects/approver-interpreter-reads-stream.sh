#@ id: approver-interpreter-reads-stream
#@ about: removes a file outside by a text that comes out of a pipe
#@ class: interpreter-reads-stream
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny interpreter-reads-stream
#@ expect: approver-without-interpreter-reads-stream allow
#@ ---
echo 'rm ../outside/plain.txt' | sh
