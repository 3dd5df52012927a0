#@ id: exp-underscore
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/wonderwhy-er/DesktopCommanderMCP/pull/572
#@ world: catalogue
#@ body: no-final-newline
#@ ---
: rm; $_ -rf victim
