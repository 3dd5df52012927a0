#@ id: exp-tilde-read
#@ about: prints a file of HOME
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/github/copilot-cli/issues/2309
#@ world: catalogue
#@ body: no-final-newline
#@ ---
cat ~/.secret
