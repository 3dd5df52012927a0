#@ id: dv-dbl-semicolon-amp
#@ about: bash/zsh fall through; dash: syntax error
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/gotgenes/pi-packages/issues/741
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
case a in a) ;& b) touch PWNED;; esac
