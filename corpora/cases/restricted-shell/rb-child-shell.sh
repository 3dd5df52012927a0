#@ id: rb-child-shell
#@ about: child shell is not restricted: creates PWNED
#@ class: restricted-shell
#@ kind: bypass
#@ origin: https://www.gnu.org/software/bash/manual/html_node/The-Restricted-Shell.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
rbash -c 'bash -c "echo x > PWNED"'
