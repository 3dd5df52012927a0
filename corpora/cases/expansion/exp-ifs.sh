#@ id: exp-ifs
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ effect: [bash sh] delete victim
#@ effect: [bash sh] delete victim/f
#@ effect: [bash sh] delete victim/sub
#@ effect: [bash sh] delete victim/sub/g
#@ exit: [bash sh] 0
#@ exit: [zsh] 127
#@ body: no-final-newline
#@ ---
rm$IFS-rf${IFS}victim
