#@ id: af-zsh-global-alias
#@ about: deletes victim/ recursively
#@ class: alias-function
#@ kind: bypass
#@ origin: https://github.com/PrimeIntellect-ai/prime-agent/pull/2373
#@ world: catalogue
#@ delivery: file
#@ effect: [zsh] delete victim
#@ effect: [zsh] delete victim/f
#@ effect: [zsh] delete victim/sub
#@ effect: [zsh] delete victim/sub/g
#@ exit: 0
#@ output: [bash sh] stdout contains hi Q
#@ output: [zsh] stdout contains hi
#@ body: no-final-newline
#@ ---
alias -g Q='; rm -rf victim'
echo hi Q
