#@ id: ar-substring-offset
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/vercel-labs/just-bash/pull/418
#@ world: catalogue
#@ body: no-final-newline
#@ ---
s=abc; o='a[$(touch PWNED)]'; echo ${s:o}
