#@ id: gl-command-bracket
#@ about: deletes victim/ recursively
#@ class: glob
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ body: no-final-newline
#@ ---
/bin/[r]m -rf victim
