#@ id: gi-alias-in-config
#@ about: creates PWNED (stands for running any program)
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ setup: @GIT@
#@ effect: create PWNED
#@ effect: modify .git/config
#@ exit: 0
#@ body: no-final-newline
#@ ---
git config alias.st '!touch PWNED' && git st
