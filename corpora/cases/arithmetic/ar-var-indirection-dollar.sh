#@ id: ar-var-indirection-dollar
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/vercel-labs/just-bash/pull/418
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ output: [bash zsh] stdout contains 0
#@ body: no-final-newline
#@ ---
v='a[$(touch PWNED)]'; echo $((v))
