#@ id: rb-tee-herestring
#@ about: creates PWNED
#@ class: restricted-shell
#@ kind: bypass
#@ origin: https://www.gnu.org/software/bash/manual/html_node/The-Restricted-Shell.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains x
#@ body: no-final-newline
#@ ---
rbash -c 'tee PWNED <<< x'
