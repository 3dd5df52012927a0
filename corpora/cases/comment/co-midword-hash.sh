#@ id: co-midword-hash
#@ about: creates PWNED (stands for running any program)
#@ class: comment
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo a#b; touch PWNED
