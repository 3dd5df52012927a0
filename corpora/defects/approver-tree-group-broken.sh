#@ id: approver-tree-group-broken
#@ about: runs outside where the tree cannot be entered: the group ends early
#@ class: tree-group-broken
#@ kind: broken-handback
#@ origin: written as the witness of this check
#@ expect: approver deny tree-group-broken
#@ expect: approver-without-tree-group-broken allow
#@ ---
echo x; }
touch made
{ :
