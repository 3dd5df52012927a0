#@ id: approver-group-abandoned
#@ about: makes a folder behind an error at which bash gives up the line, or the whole group
#@ class: group-abandoned
#@ kind: broken-handback
#@ origin: written as the witness of this check
#@ shells: bash
#@ effect: create made
#@ expect: approver deny group-abandoned
#@ expect: approver-without-group-abandoned allow
#@ ---
: $((1/0))
mkdir made
