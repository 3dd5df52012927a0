#@ id: exp-at-E
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-g8r9-g2v8-jv6f
#@ world: catalogue
#@ effect: [bash] delete victim
#@ effect: [bash] delete victim/f
#@ effect: [bash] delete victim/sub
#@ effect: [bash] delete victim/sub/g
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
x='\162m'; ${x@E} -rf victim
