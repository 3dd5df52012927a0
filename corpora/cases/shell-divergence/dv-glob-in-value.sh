#@ id: dv-glob-in-value
#@ about: bash/dash expand the glob in the value and delete victim; zsh keeps it literal
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ body: no-final-newline
#@ ---
x="vic*"; rm -rf $x
