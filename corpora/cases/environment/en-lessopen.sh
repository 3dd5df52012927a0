#@ id: en-lessopen
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
LESSOPEN='|touch PWNED;cat %s' less in.txt | cat
