#@ id: exp-at-P
#@ about: creates PWNED (stands for running any program)
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/issues/8582
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
x='$(touch PWNED)'; echo ${x@P}
