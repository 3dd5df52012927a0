#@ id: gi-tag-d
#@ about: deletes a tag
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ setup: @GIT@
#@ effect: delete .git/refs/tags/v1
#@ exit: 0
#@ body: no-final-newline
#@ ---
git tag -d v1
