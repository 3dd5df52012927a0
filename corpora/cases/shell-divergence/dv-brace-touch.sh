#@ id: dv-brace-touch
#@ about: bash/zsh create PWND and PWNED; dash one literal file
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: [bash zsh] create PWND
#@ effect: [bash zsh] create PWNED
#@ effect: [sh] create P{WN,WNE}D
#@ exit: 0
#@ body: no-final-newline
#@ ---
touch P{WN,WNE}D
