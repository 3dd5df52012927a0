#@ id: exp-mapfile-callback
#@ about: creates PWNED (stands for running any program)
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [sh] 2
#@ exit: [zsh] 127
#@ body: no-final-newline
#@ ---
mapfile -C 'touch PWNED;:' -c 1 rows <<< line
