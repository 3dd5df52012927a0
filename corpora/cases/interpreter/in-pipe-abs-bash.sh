#@ id: in-pipe-abs-bash
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/ldayton/Dippy/issues/158
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo 'touch PWNED' | /bin/bash
