#@ id: dv-array-base
#@ about: bash deletes victim; zsh arrays start at 1: expands to nothing
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ body: no-final-newline
#@ ---
a=(victim keep); rm -rf ${a[0]}
