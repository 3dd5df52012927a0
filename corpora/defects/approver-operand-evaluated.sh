#@ id: approver-operand-evaluated
#@ about: removes a file outside by a substitution in a value that bash evaluates
#@ class: operand-evaluated
#@ kind: bypass
#@ origin: written as the witness of this check
#@ setup: printf '%s\n' 'a[$(rm ../outside/plain.txt)]' > number
#@ shells: bash
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny operand-evaluated
#@ expect: approver-without-operand-evaluated allow
#@ ---
read x < number; echo $((x))
