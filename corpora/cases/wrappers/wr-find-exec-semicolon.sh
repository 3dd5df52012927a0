#@ id: wr-find-exec-semicolon
#@ about: creates PWNED (stands for running any program)
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-qgqw-h4xq-7w8w
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
find . -maxdepth 0 -exec touch PWNED \;
