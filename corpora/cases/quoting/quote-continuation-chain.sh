#@ id: quote-continuation-chain
#@ about: creates PWNED (stands for running any program)
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains ok
#@ body: no-final-newline
#@ ---
echo ok \
&& touch PWNED
