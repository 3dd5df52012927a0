#@ id: dv-nomatch
#@ about: bash/dash go on and create PWNED; zsh aborts: no matches found
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/yvgude/lean-ctx/issues/1448
#@ world: catalogue
#@ effect: [bash sh] create PWNED
#@ exit: [bash sh] 0
#@ exit: [zsh] 1
#@ output: [bash sh] stdout contains --include=*.nomatch
#@ body: no-final-newline
#@ ---
echo --include=*.nomatch && touch PWNED
