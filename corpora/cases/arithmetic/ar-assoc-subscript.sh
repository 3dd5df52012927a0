#@ id: ar-assoc-subscript
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/koalaman/shellcheck/issues/1322
#@ world: catalogue
#@ body: no-final-newline
#@ ---
declare -A h; k='$(touch PWNED)a'; (( h[$k]++ ))
