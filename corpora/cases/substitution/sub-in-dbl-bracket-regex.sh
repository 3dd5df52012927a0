#@ id: sub-in-dbl-bracket-regex
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ body: no-final-newline
#@ ---
[[ x =~ $(touch PWNED) ]]
