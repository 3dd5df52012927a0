#@ id: ar-assoc-subscript-typeset
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/ksh93/ksh/issues/152
#@ world: catalogue
#@ effect: [zsh] create PWNED
#@ exit: [bash zsh] 1
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
typeset -A a; var='1$(touch PWNED)'; ((a[$var]++))
