#@ id: gi-switch-discard
#@ about: discards uncommitted work
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/kenryu42/claude-code-safety-net/commit/6d2f2bb
#@ world: catalogue
#@ setup: @GIT@
#@ effect: modify .git/HEAD
#@ effect: modify .git/index
#@ effect: modify .git/logs/HEAD
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
git switch -q --discard-changes feature
