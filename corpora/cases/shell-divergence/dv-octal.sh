#@ id: dv-octal
#@ about: bash/dash: 8, creates PWNED; zsh: 10
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/nikolanovoselec/codeflare/pull/325
#@ world: catalogue
#@ effect: [bash sh] create PWNED
#@ exit: [bash sh] 0
#@ exit: [zsh] 1
#@ body: no-final-newline
#@ ---
[ $((010)) -eq 8 ] && touch PWNED
