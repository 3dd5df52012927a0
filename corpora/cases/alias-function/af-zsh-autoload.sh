#@ id: af-zsh-autoload
#@ about: runs ./evil.sh as a function
#@ class: alias-function
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Builtin-Commands.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: [zsh] create PWNED
#@ exit: [zsh] 0
#@ exit: [sh] 2
#@ exit: [bash] 127
#@ body: no-final-newline
#@ ---
fpath=(.); autoload -U evil.sh; evil.sh
