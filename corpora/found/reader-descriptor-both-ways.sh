#@ id: reader-descriptor-both-ways
#@ about: a descriptor that a pipe reads from is to be written to: zsh gives the command up
#@ class: parser-limit
#@ kind: parser-disagreement
#@ origin: found by the fuzz target agree
#@ world: range
#@ effect: create made
#@ exit: [zsh] 1
#@ exit: [bash sh] 0
#@ expect: approver deny command-unparsable
#@ body: no-final-newline
#@ ---
true | 0>made true
