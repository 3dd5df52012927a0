#@ id: wr-unshare
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1015
#@ world: catalogue
#@ body: no-final-newline
#@ ---
setarch -R rm -rf victim
