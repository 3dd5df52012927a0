#@ id: gi-C-reset
#@ about: discards uncommitted work
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ setup: @GIT@
#@ body: no-final-newline
#@ ---
git -C . reset -q --hard
