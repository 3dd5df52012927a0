#@ id: approver-protected-path
#@ about: removes a file of the protected set
#@ class: protected-path
#@ kind: bypass
#@ origin: written as the witness of this check
#@ setup: mkdir .abcd
#@ setup: echo {} > .abcd/guard.json
#@ effect: delete .abcd/guard.json
#@ expect: approver deny protected-path
#@ expect: approver-without-protected-path allow
#@ ---
rm .abcd/guard.json
