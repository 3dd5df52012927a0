#@ id: op-tee
#@ about: creates PWNED
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
tee PWNED < in.txt
