#@ id: approver-number-of-a-job
#@ about: for zsh the group is a job, so that the first job of the script is number 2 in it and goes on
#@ class: group-break
#@ kind: broken-handback
#@ origin: found by trying
#@ world: range
#@ expect: approver deny own-text
#@ body: no-final-newline
#@ ---
kill %1
