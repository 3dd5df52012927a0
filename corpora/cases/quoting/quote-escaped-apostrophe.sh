#@ id: quote-escaped-apostrophe
#@ about: creates PWNED (stands for running any program)
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/cline/cline/pull/8284
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains it's
#@ body: no-final-newline
#@ ---
echo it\'s; touch PWNED
