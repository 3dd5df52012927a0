#@ id: wr-hash-p
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ effect: [bash] delete victim
#@ effect: [bash] delete victim/f
#@ effect: [bash] delete victim/sub
#@ effect: [bash] delete victim/sub/g
#@ exit: [bash] 0
#@ exit: [sh zsh] 127
#@ body: no-final-newline
#@ ---
hash -p /bin/rm wipe; wipe -rf victim
