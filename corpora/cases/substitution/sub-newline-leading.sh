#@ id: sub-newline-leading
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/bytedance/deer-flow/pull/4623
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains hi
#@ body: no-final-newline
#@ ---
echo hi
$(touch PWNED)
