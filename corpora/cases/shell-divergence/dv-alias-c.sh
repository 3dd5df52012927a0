#@ id: dv-alias-c
#@ about: dash expands aliases in -c text; bash does not (non-interactive); zsh reads the whole -c text first
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ effect: [sh] create PWNED
#@ exit: 0
#@ output: [bash zsh] stdout contains evil.sh
#@ body: no-final-newline
#@ ---
alias ls="touch PWNED"
ls
