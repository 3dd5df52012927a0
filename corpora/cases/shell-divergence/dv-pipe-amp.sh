#@ id: dv-pipe-amp
#@ about: bash/zsh run touch; dash: syntax error
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/anthropics/claude-code/issues/94314
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
true |& touch PWNED
