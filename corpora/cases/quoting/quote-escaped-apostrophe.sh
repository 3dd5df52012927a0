#@ id: quote-escaped-apostrophe
#@ about: creates PWNED (stands for running any program)
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/cline/cline/pull/8284
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo it\'s; touch PWNED
