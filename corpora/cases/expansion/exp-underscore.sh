#@ id: exp-underscore
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/wonderwhy-er/DesktopCommanderMCP/pull/572
#@ world: catalogue
#@ effect: [bash zsh] delete victim
#@ effect: [bash zsh] delete victim/f
#@ effect: [bash zsh] delete victim/sub
#@ effect: [bash zsh] delete victim/sub/g
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
: rm; $_ -rf victim
