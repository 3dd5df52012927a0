#@ id: dv-dbl-bracket-guarded
#@ about: bash/zsh delete; dash: [[ not found, so nothing is deleted
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/ldayton/Dippy/pull/38
#@ world: catalogue
#@ effect: [bash zsh] delete victim
#@ effect: [bash zsh] delete victim/f
#@ effect: [bash zsh] delete victim/sub
#@ effect: [bash zsh] delete victim/sub/g
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
[[ -f in.txt ]] && rm -rf victim
