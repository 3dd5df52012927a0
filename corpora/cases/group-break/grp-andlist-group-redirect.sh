#@ id: grp-andlist-group-redirect
#@ about: creates a file outside the project
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
true && { echo x; } > ../outside/f
