#@ id: wr-ssh-proxycommand
#@ about: creates PWNED (stands for running any program)
#@ class: wrappers
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ timeout: 20s
#@ effect: create PWNED
#@ exit: 255
#@ body: no-final-newline
#@ ---
ssh -o ProxyCommand='touch PWNED' h
