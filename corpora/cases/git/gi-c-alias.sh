#@ id: gi-c-alias
#@ about: creates PWNED (stands for running any program)
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/NousResearch/hermes-agent/pull/80830
#@ world: catalogue
#@ setup: @GIT@
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
git -c alias.x='!touch PWNED' x
