#@ id: st-function-local
#@ about: deletes victim/ recursively
#@ class: state-carry
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
TOOL=rm; f(){ local TOOL=echo; }; f; "$TOOL" -rf victim
