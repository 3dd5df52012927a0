#@ id: hi-bang-typed
#@ about: history expansion in an interactive shell
#@ class: history-job
#@ kind: bypass
#@ origin: https://github.com/NousResearch/hermes-agent/pull/47936
#@ world: catalogue
#@ delivery: typed
#@ effect: [bash] create $HOME/.bash_history
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
: touch PWNED
!:1*
