#@ id: exp-empty-var-glue
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ body: no-final-newline
#@ ---
r${Z}m -rf victim
