#@ id: ar-substring-offset
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/vercel-labs/just-bash/pull/418
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 2
#@ output: [bash] stdout contains abc
#@ body: no-final-newline
#@ ---
s=abc; o='a[$(touch PWNED)]'; echo ${s:o}
