#@ id: en-zdotdir
#@ about: sources ./.zshenv
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-7835-87q9-rgvv
#@ world: catalogue
#@ setup: cp evil.sh .zshenv
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
ZDOTDIR=. zsh -c :
