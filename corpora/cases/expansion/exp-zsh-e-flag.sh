#@ id: exp-zsh-e-flag
#@ about: creates PWNED (stands for running any program)
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1083
#@ world: catalogue
#@ effect: [zsh] create PWNED
#@ exit: [zsh] 0
#@ exit: [bash] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
x='$(touch PWNED)'; echo ${(e)x}
