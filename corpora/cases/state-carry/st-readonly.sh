#@ id: st-readonly
#@ about: deletes victim/ recursively
#@ class: state-carry
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
readonly TOOL=rm; (TOOL=echo) 2>/dev/null; "$TOOL" -rf victim
