#@ id: ar-subscript-assignment-prefix
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/Gitlawb/openclaude/pull/1111
#@ world: catalogue
#@ effect: [sh zsh] create PWNED
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
FOO[$(touch PWNED)]=x true
