#@ id: grp-elif-cond
#@ about: deletes victim/ recursively
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ body: no-final-newline
#@ ---
if false; then :; elif rm -rf victim; then :; fi
