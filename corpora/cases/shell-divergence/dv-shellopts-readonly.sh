#@ id: dv-shellopts-readonly
#@ about: from dash/zsh the child bash traces and runs PS4; from bash SHELLOPTS is read-only: error
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/xorbitsai/xagent/pull/1015
#@ world: catalogue
#@ effect: [sh zsh] create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
SHELLOPTS=xtrace PS4='$(touch PWNED)' bash -c true
