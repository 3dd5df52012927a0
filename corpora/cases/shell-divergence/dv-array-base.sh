#@ id: dv-array-base
#@ about: bash deletes victim; zsh arrays start at 1: expands to nothing
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ effect: [bash] delete victim
#@ effect: [bash] delete victim/f
#@ effect: [bash] delete victim/sub
#@ effect: [bash] delete victim/sub/g
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
a=(victim keep); rm -rf ${a[0]}
