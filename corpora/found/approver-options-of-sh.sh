#@ id: approver-options-of-sh
#@ about: sh -c takes the text for options; behind a change of directory it runs
#@ class: group-break
#@ kind: broken-handback
#@ origin: found by the fuzz target approve
#@ world: range
#@ expect: approver deny own-text
#@ body: no-final-newline
#@ ---
-p build; touch made
