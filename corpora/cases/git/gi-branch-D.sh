#@ id: gi-branch-D
#@ about: deletes a branch
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ setup: @GIT@
#@ effect: delete .git/logs/refs/heads/feature
#@ effect: delete .git/refs/heads/feature
#@ exit: 0
#@ body: no-final-newline
#@ ---
git branch -D feature
