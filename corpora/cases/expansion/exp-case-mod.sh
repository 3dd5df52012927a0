#@ id: exp-case-mod
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ effect: [bash] delete victim
#@ effect: [bash] delete victim/f
#@ effect: [bash] delete victim/sub
#@ effect: [bash] delete victim/sub/g
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
X=RM; ${X,,} -rf victim
