#@ id: dv-array-plain
#@ about: bash deletes victim (element 0); zsh deletes all elements
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ body: no-final-newline
#@ ---
a=(victim x); rm -rf $a
