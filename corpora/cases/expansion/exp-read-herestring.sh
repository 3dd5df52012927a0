#@ id: exp-read-herestring
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
read TOOL <<< rm; "$TOOL" -rf victim
