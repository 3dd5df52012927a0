#@ id: en-ifs-assign
#@ about: deletes victim/ recursively
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: [bash sh] delete victim
#@ effect: [bash sh] delete victim/f
#@ effect: [bash sh] delete victim/sub
#@ effect: [bash sh] delete victim/sub/g
#@ exit: [bash sh] 0
#@ exit: [zsh] 127
#@ body: no-final-newline
#@ ---
IFS=x; c=rmx-rfxvictim; $c
