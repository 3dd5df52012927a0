#@ id: wr-stdbuf
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1015
#@ world: catalogue
#@ body: no-final-newline
#@ ---
stdbuf -o0 rm -rf victim
