#@ id: af-alias-newline
#@ about: dash/zsh expand the alias in -c text; bash needs expand_aliases
#@ class: alias-function
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
alias ls='rm -rf victim'
ls
