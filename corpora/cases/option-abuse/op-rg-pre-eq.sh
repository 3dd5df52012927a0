#@ id: op-rg-pre-eq
#@ about: runs ./helper
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-qxfv-fcpc-w36x
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
rg --pre=./helper b in.txt
