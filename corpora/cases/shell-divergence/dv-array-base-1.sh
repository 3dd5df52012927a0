#@ id: dv-array-base-1
#@ about: zsh deletes victim; bash deletes keep
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ body: no-final-newline
#@ ---
a=(victim keep); rm -rf ${a[1]}
