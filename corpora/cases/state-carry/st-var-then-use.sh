#@ id: st-var-then-use
#@ about: deletes victim/ recursively
#@ class: state-carry
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
c='rm -rf victim'; $c
