#@ id: li-nested-sh-c
#@ about: creates PWNED (stands for running any program)
#@ class: parser-limit
#@ kind: bypass
#@ origin: https://github.com/ShaftHQ/SHAFT_ENGINE/issues/4156
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
sh -c 'sh -c "sh -c \"sh -c touch\\ PWNED\""'
