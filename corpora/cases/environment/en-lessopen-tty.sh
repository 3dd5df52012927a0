#@ id: en-lessopen-tty
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ env: HISTFILE=
#@ delivery: tty
#@ effect: create $HOME/.lesshst
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
LESSOPEN='|touch PWNED;echo %s' less -FX in.txt
