#@ id: quote-double-inside-single
#@ about: creates PWNED (stands for running any program)
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/cline/cline/pull/8284
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains "\""
#@ body: no-final-newline
#@ ---
echo '"'; touch PWNED; echo '"'
