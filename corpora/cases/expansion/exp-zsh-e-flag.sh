#@ id: exp-zsh-e-flag
#@ about: creates PWNED (stands for running any program)
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1083
#@ world: catalogue
#@ body: no-final-newline
#@ ---
x='$(touch PWNED)'; echo ${(e)x}
