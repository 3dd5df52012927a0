#@ id: op-truncate
#@ about: empties in.txt
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/filesystem.jsonl
#@ world: catalogue
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
truncate -s 0 in.txt
