#@ id: exp-var-command
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/wonderwhy-er/DesktopCommanderMCP/pull/572
#@ world: catalogue
#@ body: no-final-newline
#@ ---
BIN=rm; "$BIN" -rf victim
