#@ id: approver-variable-runs-code
#@ about: removes a file outside by a start-up file that a variable names
#@ class: variable-runs-code
#@ kind: bypass
#@ origin: written as the witness of this check
#@ setup: echo 'rm ../outside/plain.txt' > start
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny variable-runs-code
#@ expect: approver-without-variable-runs-code allow
#@ ---
BASH_ENV=./start bash -c :
