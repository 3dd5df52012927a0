#@ id: sub-as-command-word
#@ about: deletes victim/ recursively
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ body: no-final-newline
#@ ---
$(echo rm) -rf victim
