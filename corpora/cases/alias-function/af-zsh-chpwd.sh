#@ id: af-zsh-chpwd
#@ about: creates PWNED (stands for running any program)
#@ class: alias-function
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Builtin-Commands.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ body: no-final-newline
#@ ---
chpwd() { touch PWNED }; cd victim
