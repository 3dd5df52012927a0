#@ id: op-sort-abbrev
#@ about: creates PWNED
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/mf-yang/openclaw-cn/issues/374
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
sort --outp=PWNED in.txt
