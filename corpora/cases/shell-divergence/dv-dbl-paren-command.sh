#@ id: dv-dbl-paren-command
#@ about: dash: nested subshells run touch
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/bytedance/deer-flow/pull/4623
#@ world: catalogue
#@ effect: [sh] create PWNED
#@ exit: [sh] 0
#@ exit: [bash] 1
#@ exit: [zsh] 2
#@ body: no-final-newline
#@ ---
(( touch PWNED ))
