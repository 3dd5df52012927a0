#@ id: af-zsh-autoload
#@ about: runs ./evil.sh as a function
#@ class: alias-function
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Builtin-Commands.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ body: no-final-newline
#@ ---
fpath=(.); autoload -U evil.sh; evil.sh
