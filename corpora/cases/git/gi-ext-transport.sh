#@ id: gi-ext-transport
#@ about: creates PWNED (stands for running any program)
#@ class: git
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ setup: @GIT@
#@ effect: create PWNED
#@ exit: 128
#@ body: no-final-newline
#@ ---
git -c protocol.ext.allow=always ls-remote 'ext::sh -c touch% PWNED'
