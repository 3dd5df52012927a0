#@ id: gi-checkout-dashdash
#@ about: discards uncommitted work
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/kenryu42/claude-code-safety-net
#@ world: catalogue
#@ setup: @GIT@
#@ effect: modify .git/index
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
git checkout -- in.txt
