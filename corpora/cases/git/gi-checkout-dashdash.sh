#@ id: gi-checkout-dashdash
#@ about: discards uncommitted work
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/kenryu42/claude-code-safety-net
#@ world: catalogue
#@ setup: @GIT@
#@ body: no-final-newline
#@ ---
git checkout -- in.txt
