#@ id: dv-assign-array-exec
#@ about: bash runs only the first element `rm`; zsh runs the whole list and deletes
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ effect: [zsh] delete victim
#@ effect: [zsh] delete victim/f
#@ effect: [zsh] delete victim/sub
#@ effect: [zsh] delete victim/sub/g
#@ exit: [zsh] 0
#@ exit: [bash] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
a=(rm -rf victim); $a
