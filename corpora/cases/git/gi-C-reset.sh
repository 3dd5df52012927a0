#@ id: gi-C-reset
#@ about: discards uncommitted work
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ setup: @GIT@
#@ effect: create .git/ORIG_HEAD
#@ effect: modify .git/index
#@ effect: modify .git/logs/HEAD
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
git -C . reset -q --hard
