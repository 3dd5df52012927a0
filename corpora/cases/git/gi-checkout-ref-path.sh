#@ id: gi-checkout-ref-path
#@ about: discards uncommitted work
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/kenryu42/claude-code-safety-net/commit/d3ff82d
#@ world: catalogue
#@ setup: @GIT@
#@ effect: modify .git/index
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
git checkout HEAD in.txt
