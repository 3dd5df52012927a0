#@ id: dv-glob-in-value
#@ about: bash/dash expand the glob in the value and delete victim; zsh keeps it literal
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ effect: [bash sh] delete victim
#@ effect: [bash sh] delete victim/f
#@ effect: [bash sh] delete victim/sub
#@ effect: [bash sh] delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
x="vic*"; rm -rf $x
