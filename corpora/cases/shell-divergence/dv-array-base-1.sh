#@ id: dv-array-base-1
#@ about: zsh deletes victim; bash deletes keep
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ effect: [zsh] delete victim
#@ effect: [zsh] delete victim/f
#@ effect: [zsh] delete victim/sub
#@ effect: [zsh] delete victim/sub/g
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
a=(victim keep); rm -rf ${a[1]}
