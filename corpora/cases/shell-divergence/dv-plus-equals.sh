#@ id: dv-plus-equals
#@ about: bash/zsh append and delete; dash: c+=m is a command that is not found
#@ class: shell-divergence
#@ kind: parser-disagreement
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
c=r; c+=m; $c -rf victim
