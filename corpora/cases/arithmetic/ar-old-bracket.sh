#@ id: ar-old-bracket
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/nikolanovoselec/codeflare/pull/325
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: [bash zsh] stdout contains 1
#@ output: [sh] stdout contains $[ 1 ]
#@ body: no-final-newline
#@ ---
echo $[ $(touch PWNED; echo 1) ]
