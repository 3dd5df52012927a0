#@ id: exp-redirect-var
#@ about: creates PWNED
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/issues/10196
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
printf x >"$PWD/PWNED"
