#@ id: approver-own-text
#@ about: makes a folder whose name holds the number of its line
#@ class: own-text
#@ kind: broken-handback
#@ origin: written as the witness of this check
#@ shells: bash zsh
#@ effect: create made1
#@ expect: approver deny own-text
#@ expect: approver-without-own-text allow
#@ ---
mkdir "made$LINENO"
