#@ id: dv-coproc-keyword
#@ about: bash/zsh run it; dash: coproc not found
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
coproc touch PWNED; wait
