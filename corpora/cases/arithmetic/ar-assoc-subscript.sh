#@ id: ar-assoc-subscript
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/koalaman/shellcheck/issues/1322
#@ world: catalogue
#@ effect: [zsh] create PWNED
#@ exit: [bash zsh] 1
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
declare -A h; k='$(touch PWNED)a'; (( h[$k]++ ))
