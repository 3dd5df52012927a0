#@ id: ar-subscript-assignment
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/Gitlawb/openclaude/pull/1111
#@ world: catalogue
#@ body: no-final-newline
#@ ---
a[$(touch PWNED)]=1
