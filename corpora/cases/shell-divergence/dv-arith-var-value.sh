#@ id: dv-arith-var-value
#@ about: bash runs it; dash: Illegal number; zsh does not re-evaluate the subscript
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/vercel-labs/just-bash/pull/418
#@ world: catalogue
#@ body: no-final-newline
#@ ---
v='a[$(touch PWNED)]'; : $((v)); true
