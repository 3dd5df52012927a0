#@ id: dv-dbl-paren-command
#@ about: dash: nested subshells run touch
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/bytedance/deer-flow/pull/4623
#@ world: catalogue
#@ body: no-final-newline
#@ ---
(( touch PWNED ))
