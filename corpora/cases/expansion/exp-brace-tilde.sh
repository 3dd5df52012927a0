#@ id: exp-brace-tilde
#@ about: prints a file of HOME
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: [bash zsh] read $HOME/.secret
#@ exit: 1
#@ output: [bash zsh] stdout contains SECRET-HOME
#@ output: [sh] stdout lacks SECRET-HOME
#@ body: no-final-newline
#@ ---
cat {~,}/.secre{t,}
