#@ id: af-alias-shopt
#@ about: deletes victim/ recursively
#@ class: alias-function
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
shopt -s expand_aliases
alias wipe='rm -rf victim'
wipe
