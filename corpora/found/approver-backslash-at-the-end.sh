#@ id: approver-backslash-at-the-end
#@ about: the last backslash is a command alone, and joins the closing line in a group
#@ class: group-break
#@ kind: broken-handback
#@ origin: found by the fuzz target approve
#@ world: range
#@ expect: approver deny tree-group-broken
#@ body: no-final-newline
#@ ---
/
\
