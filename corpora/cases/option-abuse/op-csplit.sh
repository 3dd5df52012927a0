#@ id: op-csplit
#@ about: creates files outside the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create ../outside/p00
#@ effect: create ../outside/p01
#@ exit: 0
#@ body: no-final-newline
#@ ---
csplit -s -f ../outside/p in.txt 2
