#@ id: grp-coproc
#@ about: deletes victim/ recursively
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ effect: [bash zsh] delete victim
#@ effect: [bash zsh] delete victim/f
#@ effect: [bash zsh] delete victim/sub
#@ effect: [bash zsh] delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
coproc rm -rf victim; wait
