#@ id: approver-execute-string-uninspectable
#@ about: removes a file outside by a text that a variable holds
#@ class: execute-string-uninspectable
#@ kind: bypass
#@ origin: written as the witness of this check
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny execute-string-uninspectable
#@ expect: approver-without-execute-string-uninspectable allow
#@ ---
x=../outside/plain.txt; sh -c "rm $x"
