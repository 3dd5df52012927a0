#@ id: cw-zsh-cd-two-args
#@ about: zsh substitutes in $PWD and goes outside
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Builtin-Commands.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: [zsh] create ../outside/f
#@ exit: [zsh] 0
#@ exit: [bash] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
cd proj outside && touch f
