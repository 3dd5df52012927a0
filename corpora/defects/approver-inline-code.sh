#@ id: approver-inline-code
#@ about: removes a file outside by a program of awk
#@ class: inline-code
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny inline-code
#@ expect: approver-without-inline-code allow
#@ ---
awk 'BEGIN { system("rm ../outside/plain.txt") }'
