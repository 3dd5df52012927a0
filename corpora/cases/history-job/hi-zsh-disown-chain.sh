#@ id: hi-zsh-disown-chain
#@ about: creates PWNED (stands for running any program)
#@ class: history-job
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Grammar.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: [zsh] create PWNED
#@ exit: [zsh] 0
#@ exit: [bash sh] 2
#@ body: no-final-newline
#@ ---
true &| touch PWNED
