#@ id: ar-subscript-assignment
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/Gitlawb/openclaude/pull/1111
#@ world: catalogue
#@ effect: create PWNED
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
a[$(touch PWNED)]=1
