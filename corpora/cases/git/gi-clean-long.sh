#@ id: gi-clean-long
#@ about: deletes untracked files
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ setup: @GIT@
#@ effect: delete evil.sh
#@ effect: delete helper
#@ exit: 0
#@ body: no-final-newline
#@ ---
git clean -q --force
