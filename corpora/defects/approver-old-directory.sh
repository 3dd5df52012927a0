#@ id: approver-old-directory
#@ about: makes a folder in the directory that the handed-back text came from
#@ class: old-directory
#@ kind: broken-handback
#@ origin: written as the witness of this check
#@ shells: bash
#@ expect: approver deny old-directory
#@ expect: approver-without-old-directory allow
#@ ---
cd - && mkdir made
