#@ id: quote-continuation-subst
#@ about: creates PWNED (stands for running any program)
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/issues/8582
#@ world: catalogue
#@ effect: [bash sh] create PWNED
#@ exit: 0
#@ output: [zsh] stdout contains $(touch PWNED)
#@ body: no-final-newline
#@ ---
echo "$\
(touch PWNED)"
