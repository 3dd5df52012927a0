#@ id: in-eval-split
#@ about: deletes victim/ recursively
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
CODE='rm -rf victim'; eval $CODE
