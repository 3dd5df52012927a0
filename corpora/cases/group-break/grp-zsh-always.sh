#@ id: grp-zsh-always
#@ about: deletes victim/ recursively
#@ class: group-break
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Grammar.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: [zsh] delete victim
#@ effect: [zsh] delete victim/f
#@ effect: [zsh] delete victim/sub
#@ effect: [zsh] delete victim/sub/g
#@ exit: [zsh] 0
#@ exit: [bash sh] 2
#@ body: no-final-newline
#@ ---
{ true } always { rm -rf victim }
