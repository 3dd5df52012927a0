#@ id: op-unlink
#@ about: deletes in.txt
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ effect: delete in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
unlink in.txt
