#@ id: hi-zsh-disown
#@ about: creates PWNED (stands for running any program)
#@ class: history-job
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Grammar.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create PWNED
#@ exit: [zsh] 0
#@ exit: [bash sh] 1
#@ body: no-final-newline
#@ ---
touch PWNED &! sleep 1
