#@ id: dv-brace-touch
#@ about: bash/zsh create PWND and PWNED; dash one literal file
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ body: no-final-newline
#@ ---
touch P{WN,WNE}D
