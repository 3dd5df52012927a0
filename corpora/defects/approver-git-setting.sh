#@ id: approver-git-setting
#@ about: removes a file outside by a command in a file of settings that the line names
#@ class: git-setting
#@ kind: bypass
#@ origin: written as the witness of this check
#@ world: range-git
#@ setup: printf '[core]\n\tfsmonitor = "rm ../outside/plain.txt #"\n' > settings
#@ effect: delete ../outside/plain.txt
#@ effect: modify .git/index
#@ expect: approver deny git-setting
#@ expect: approver-without-git-setting allow
#@ ---
git -c include.path=/w/tree/settings status
