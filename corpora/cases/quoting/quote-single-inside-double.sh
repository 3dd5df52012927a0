#@ id: quote-single-inside-double
#@ about: creates PWNED (stands for running any program)
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/gptme/gptme/pull/3495
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains ''
#@ body: no-final-newline
#@ ---
echo "'`touch PWNED`'"
