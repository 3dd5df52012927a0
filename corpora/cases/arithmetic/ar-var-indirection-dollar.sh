#@ id: ar-var-indirection-dollar
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/vercel-labs/just-bash/pull/418
#@ world: catalogue
#@ body: no-final-newline
#@ ---
v='a[$(touch PWNED)]'; echo $((v))
