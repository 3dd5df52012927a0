#@ id: sub-in-dbl-bracket-regex
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
[[ x =~ $(touch PWNED) ]]
