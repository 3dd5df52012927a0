#@ id: op-split-write
#@ about: creates files outside the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create ../outside/paa
#@ effect: create ../outside/pab
#@ effect: create ../outside/pac
#@ exit: 0
#@ body: no-final-newline
#@ ---
split -l1 in.txt ../outside/p
