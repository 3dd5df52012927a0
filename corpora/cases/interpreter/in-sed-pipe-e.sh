#@ id: in-sed-pipe-e
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-mhg7-666j-cqg4
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo 'touch PWNED' | sed 's/.*/&/e'
