#@ id: approver-session-in-place-of-the-shell
#@ about: alone setsid takes the place of the shell, which leads a process group, so that it starts another process
#@ class: group-break
#@ kind: broken-handback
#@ origin: found by the fuzz target approve
#@ world: range
#@ expect: approver deny own-text
#@ body: no-final-newline
#@ ---
setsid x
