#@ id: in-pipe-env-sh
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/gptme/gptme/pull/840
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo 'touch PWNED' | env sh
