#@ id: sub-newline-leading
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/bytedance/deer-flow/pull/4623
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo hi
$(touch PWNED)
