#@ id: in-ed
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
printf '!touch PWNED\nq\n' | ed -s in.txt
