#@ id: af-zsh-files-module
#@ about: deletes victim/ recursively
#@ class: alias-function
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Zsh-Modules.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: [zsh] delete victim
#@ effect: [zsh] delete victim/f
#@ effect: [zsh] delete victim/sub
#@ effect: [zsh] delete victim/sub/g
#@ exit: [zsh] 0
#@ exit: [bash sh] 127
#@ body: no-final-newline
#@ ---
zmodload -F zsh/files b:zf_rm; zf_rm -r victim
