#@ id: approver-tree-missing
#@ about: removes a file of the directory that the tree is a link to
#@ class: tree-missing
#@ kind: bypass
#@ origin: written as the witness of this check
#@ world: range-link
#@ expect: approver deny tree-missing
#@ expect: approver-without-tree-missing allow
#@ ---
rm keep
