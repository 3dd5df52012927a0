#@ id: wr-script
#@ about: creates PWNED (stands for running any program)
#@ class: wrappers
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
script -qc 'touch PWNED' /dev/null
