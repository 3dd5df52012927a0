#@ id: af-zsh-mapfile-read
#@ about: prints a secret file outside the project
#@ class: alias-function
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Zsh-Modules.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: [zsh] read ../outside/secret.txt
#@ exit: [zsh] 0
#@ output: [bash sh] stdout lacks SECRET-OUT
#@ output: [zsh] stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
zmodload zsh/mapfile; print -r -- $mapfile[../outside/secret.txt]
