#@ id: wr-zsh-noglob
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/filesystem.jsonl
#@ world: catalogue
#@ effect: [zsh] delete victim
#@ effect: [zsh] delete victim/f
#@ effect: [zsh] delete victim/sub
#@ effect: [zsh] delete victim/sub/g
#@ exit: [zsh] 0
#@ exit: [bash sh] 127
#@ body: no-final-newline
#@ ---
noglob rm -rf victim
