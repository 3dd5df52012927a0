#@ id: in-vim-ex
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/ghantoos/lshell/issues/55
#@ world: catalogue
#@ timeout: 20s
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
vim -es -u NONE -c '!touch PWNED' -c 'qa!' in.txt
