#@ id: op-gzip
#@ about: the original in.txt is gone
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ effect: create in.txt.gz
#@ effect: delete in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
gzip in.txt
