#@ id: wr-setsid
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ body: no-final-newline
#@ ---
setsid -w rm -rf victim
