#@ id: exp-ifs-custom
#@ about: deletes victim/ recursively
#@ class: expansion
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
IFS=:; TOOL='rm:-rf:victim'; $TOOL
