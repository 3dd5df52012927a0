#@ id: dv-alias-typed
#@ about: typed to an interactive shell: all three expand the alias
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ delivery: typed
#@ effect: [bash] create $HOME/.bash_history
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
alias ls="touch PWNED"
ls
