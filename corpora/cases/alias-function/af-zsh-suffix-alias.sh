#@ id: af-zsh-suffix-alias
#@ about: deletes victim/ recursively
#@ class: alias-function
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Builtin-Commands.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ delivery: file
#@ effect: [zsh] delete victim
#@ effect: [zsh] delete victim/f
#@ effect: [zsh] delete victim/sub
#@ effect: [zsh] delete victim/sub/g
#@ exit: [zsh] 0
#@ exit: [bash sh] 127
#@ body: no-final-newline
#@ ---
alias -s md='rm -rf victim; :'
notes.md
