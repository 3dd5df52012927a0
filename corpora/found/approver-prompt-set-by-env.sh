#@ id: approver-prompt-set-by-env
#@ about: env sets the prompt in which bash runs a substitution
#@ class: variable-runs-code
#@ kind: bypass
#@ origin: found by a hunt
#@ world: range
#@ effect: delete .abcd/guard.json
#@ expect: approver deny variable-runs-code
#@ ---
env PS4='$(rm .abcd/guard.json)' bash -xc :
