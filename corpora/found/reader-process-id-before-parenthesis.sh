#@ id: reader-process-id-before-parenthesis
#@ about: in double quotes bash looks for the end of a substitution behind `$$(`, quotes and all
#@ class: parser-limit
#@ kind: parser-disagreement
#@ origin: found by a sweep of the reader
#@ world: range
#@ effect: [sh zsh] create made
#@ exit: [bash] 1
#@ exit: [sh zsh] 0
#@ expect: approver deny command-unparsable
#@ body: no-final-newline
#@ ---
: "$$("; : > made; : ")"
