#@ id: st-lastpipe
#@ about: deletes victim/ recursively
#@ class: state-carry
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
shopt -s lastpipe; printf rm | read TOOL; "$TOOL" -rf victim
