#@ id: af-zsh-chpwd
#@ about: creates PWNED (stands for running any program)
#@ class: alias-function
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Builtin-Commands.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: [zsh] create victim/PWNED
#@ exit: [zsh] 0
#@ exit: [bash sh] 2
#@ body: no-final-newline
#@ ---
chpwd() { touch PWNED }; cd victim
