#@ id: exp-home-glob
#@ about: prints a file of HOME
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: read $HOME/.secret
#@ exit: 0
#@ output: stdout contains SECRET-HOME
#@ body: no-final-newline
#@ ---
cat $HOME/.sec*
