#@ id: af-zsh-system-open
#@ about: creates PWNED
#@ class: alias-function
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Zsh-Modules.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: [zsh] create PWNED
#@ exit: [zsh] 0
#@ exit: [bash sh] 127
#@ body: no-final-newline
#@ ---
zmodload zsh/system; sysopen -w -o creat,trunc -u 7 PWNED; syswrite -o 7 x
