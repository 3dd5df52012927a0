#@ id: op-rg-pre
#@ about: runs ./helper
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/gptme/gptme/pull/3557
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
rg --pre ./helper b in.txt
