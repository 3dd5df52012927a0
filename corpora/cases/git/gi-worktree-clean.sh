#@ id: gi-worktree-clean
#@ about: deletes untracked files
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ setup: @GIT@
#@ effect: delete evil.sh
#@ effect: delete helper
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
git --work-tree=. clean -qfd
