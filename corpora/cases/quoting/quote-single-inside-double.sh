#@ id: quote-single-inside-double
#@ about: creates PWNED (stands for running any program)
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/gptme/gptme/pull/3495
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo "'`touch PWNED`'"
