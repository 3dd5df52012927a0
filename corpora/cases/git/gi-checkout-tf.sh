#@ id: gi-checkout-tf
#@ about: discards uncommitted work
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/kenryu42/claude-code-safety-net/commit/04d1f6c
#@ world: catalogue
#@ setup: @GIT@
#@ effect: modify .git/HEAD
#@ effect: modify .git/index
#@ effect: modify .git/logs/HEAD
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
git checkout -qf feature
