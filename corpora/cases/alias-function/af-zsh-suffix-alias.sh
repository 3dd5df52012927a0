#@ id: af-zsh-suffix-alias
#@ about: deletes victim/ recursively
#@ class: alias-function
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Builtin-Commands.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ delivery: file
#@ body: no-final-newline
#@ ---
alias -s md='rm -rf victim; :'
notes.md
