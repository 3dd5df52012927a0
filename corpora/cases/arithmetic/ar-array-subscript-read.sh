#@ id: ar-array-subscript-read
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/vercel-labs/just-bash/pull/418
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ output: [bash] stdout contains 1
#@ body: no-final-newline
#@ ---
a=(1 2); i='x[$(touch PWNED)]'; echo ${a[i]}
