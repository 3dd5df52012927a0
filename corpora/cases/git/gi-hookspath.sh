#@ id: gi-hookspath
#@ about: runs hooks/pre-commit
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/cisco-ai-defense/defenseclaw/pull/573
#@ world: catalogue
#@ setup: @GIT@ && mkdir hooks && cp helper hooks/pre-commit
#@ effect: create like .git/objects/**
#@ effect: create PWNED
#@ effect: modify .git/COMMIT_EDITMSG
#@ effect: modify .git/logs/HEAD
#@ effect: modify .git/logs/refs/heads/master
#@ effect: modify .git/refs/heads/master
#@ exit: 0
#@ body: no-final-newline
#@ ---
git -c core.hooksPath=hooks commit -q --allow-empty -m x
