#@ id: wr-zsh-noglob
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/filesystem.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
noglob rm -rf victim
