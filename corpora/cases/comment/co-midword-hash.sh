#@ id: co-midword-hash
#@ about: creates PWNED (stands for running any program)
#@ class: comment
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains a#b
#@ body: no-final-newline
#@ ---
echo a#b; touch PWNED
