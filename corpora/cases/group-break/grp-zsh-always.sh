#@ id: grp-zsh-always
#@ about: deletes victim/ recursively
#@ class: group-break
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Grammar.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ body: no-final-newline
#@ ---
{ true } always { rm -rf victim }
