#@ id: in-source-procsub
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/bytedance/deer-flow/pull/4623
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
. <(echo touch PWNED)
