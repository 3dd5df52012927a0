#@ id: wr-find-ok
#@ about: creates PWNED (stands for running any program)
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/aws/amazon-q-developer-cli-autocomplete/pull/444
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo y | find . -maxdepth 0 -ok touch PWNED \;
