#@ id: ar-shift-count
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/vercel-labs/just-bash/pull/418
#@ world: catalogue
#@ body: no-final-newline
#@ ---
set -- 1; i='a[$(touch PWNED)]'; echo ${@:i}
