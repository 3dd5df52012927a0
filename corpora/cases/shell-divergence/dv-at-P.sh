#@ id: dv-at-P
#@ about: bash runs it; dash/zsh: bad substitution, the whole text stops
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/QwenLM/qwen-code/issues/8582
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
x='$(touch PWNED)'; echo ${x@P}; true
