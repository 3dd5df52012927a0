#@ id: approver-command-unparsable
#@ about: removes a file outside by a brace expansion
#@ class: command-unparsable
#@ kind: bypass
#@ origin: written as the witness of this check
#@ shells: bash zsh
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny command-unparsable
#@ expect: approver-without-command-unparsable allow
#@ ---
rm {../outside/plain.txt,x}
