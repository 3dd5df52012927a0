#@ id: af-zsh-files-mv
#@ about: moves a file outside the project
#@ class: alias-function
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Zsh-Modules.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: rename in.txt -> ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
zmodload zsh/files; mv in.txt ../outside/f
