#@ id: ar-old-bracket
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/nikolanovoselec/codeflare/pull/325
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo $[ $(touch PWNED; echo 1) ]
