#@ id: wr-disabled-builtin-hash
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ effect: [bash] delete victim
#@ effect: [bash] delete victim/f
#@ effect: [bash] delete victim/sub
#@ effect: [bash] delete victim/sub/g
#@ exit: 0
#@ output: [sh zsh] stdout contains -rf victim
#@ body: no-final-newline
#@ ---
hash -p /bin/rm echo; enable -n echo; echo -rf victim
