#@ id: dv-assign-array-exec
#@ about: bash runs only the first element `rm`; zsh runs the whole list and deletes
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ body: no-final-newline
#@ ---
a=(rm -rf victim); $a
