#@ id: af-alias-newline
#@ about: dash/zsh expand the alias in -c text; bash needs expand_aliases
#@ class: alias-function
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ effect: [sh] delete victim
#@ effect: [sh] delete victim/f
#@ effect: [sh] delete victim/sub
#@ effect: [sh] delete victim/sub/g
#@ exit: 0
#@ output: [bash zsh] stdout contains evil.sh
#@ body: no-final-newline
#@ ---
alias ls='rm -rf victim'
ls
