#@ id: in-find-print-xargs
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/gotgenes/pi-packages/issues/490
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
find . -name evil.sh | xargs sh
