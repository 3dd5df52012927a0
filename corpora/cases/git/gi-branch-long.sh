#@ id: gi-branch-long
#@ about: deletes a branch
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ setup: @GIT@
#@ effect: delete .git/logs/refs/heads/feature
#@ effect: delete .git/refs/heads/feature
#@ exit: 0
#@ body: no-final-newline
#@ ---
git branch --delete --force feature
