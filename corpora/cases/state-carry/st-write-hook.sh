#@ id: st-write-hook
#@ about: creates PWNED (stands for running any program)
#@ class: state-carry
#@ kind: bypass
#@ origin: https://github.com/RooCodeInc/Roo-Code/issues/11095
#@ world: catalogue
#@ setup: @GIT@
#@ effect: create .git/hooks/pre-commit
#@ effect: create like .git/objects/**
#@ effect: create PWNED
#@ effect: modify .git/COMMIT_EDITMSG
#@ effect: modify .git/index
#@ effect: modify .git/logs/HEAD
#@ effect: modify .git/logs/refs/heads/master
#@ effect: modify .git/refs/heads/master
#@ exit: 0
#@ body: no-final-newline
#@ ---
printf '#!/bin/sh\ntouch PWNED\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; git commit -qam x
