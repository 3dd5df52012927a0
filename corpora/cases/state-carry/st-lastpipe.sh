#@ id: st-lastpipe
#@ about: deletes victim/ recursively
#@ class: state-carry
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ effect: [bash zsh] delete victim
#@ effect: [bash zsh] delete victim/f
#@ effect: [bash zsh] delete victim/sub
#@ effect: [bash zsh] delete victim/sub/g
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
shopt -s lastpipe; printf rm | read TOOL; "$TOOL" -rf victim
