#@ id: op-find-delete
#@ about: deletes victim/ recursively
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ body: no-final-newline
#@ ---
find victim -delete
