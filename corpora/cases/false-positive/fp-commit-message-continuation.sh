#@ id: fp-commit-message-continuation
#@ about: creates an empty commit (what misleads a guard: quoting)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ setup: @GIT@
#@ effect: create like .git/objects/**
#@ effect: modify .git/COMMIT_EDITMSG
#@ effect: modify .git/logs/HEAD
#@ effect: modify .git/logs/refs/heads/master
#@ effect: modify .git/refs/heads/master
#@ exit: 0
#@ body: no-final-newline
#@ ---
git commit -q --allow-empty -m \
"rm -rf victim"
