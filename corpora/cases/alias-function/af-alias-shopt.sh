#@ id: af-alias-shopt
#@ about: deletes victim/ recursively
#@ class: alias-function
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ effect: [bash sh] delete victim
#@ effect: [bash sh] delete victim/f
#@ effect: [bash sh] delete victim/sub
#@ effect: [bash sh] delete victim/sub/g
#@ exit: [bash sh] 0
#@ exit: [zsh] 127
#@ body: no-final-newline
#@ ---
shopt -s expand_aliases
alias wipe='rm -rf victim'
wipe
