#@ id: st-alias-file
#@ about: creates PWNED (stands for running any program)
#@ class: state-carry
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ setup: @GIT@
#@ env: HISTFILE=
#@ delivery: tty
#@ effect: create PWNED
#@ effect: modify .git/config
#@ body: no-final-newline
#@ ---
git config core.pager 'touch PWNED;:'; git -p log
