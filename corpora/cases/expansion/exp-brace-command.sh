#@ id: exp-brace-command
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/NousResearch/hermes-agent/pull/47936
#@ world: catalogue
#@ effect: [bash] delete victim
#@ effect: [bash] delete victim/f
#@ effect: [bash] delete victim/sub
#@ effect: [bash] delete victim/sub/g
#@ exit: [bash] 0
#@ exit: [sh zsh] 127
#@ body: no-final-newline
#@ ---
{rm,-rf,victim}
