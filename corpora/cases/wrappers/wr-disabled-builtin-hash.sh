#@ id: wr-disabled-builtin-hash
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
hash -p /bin/rm echo; enable -n echo; echo -rf victim
