#@ id: dv-arith-var-value
#@ about: bash runs it; dash: Illegal number; zsh does not re-evaluate the subscript
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/vercel-labs/just-bash/pull/418
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
v='a[$(touch PWNED)]'; : $((v)); true
