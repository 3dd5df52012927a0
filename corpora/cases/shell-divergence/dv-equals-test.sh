#@ id: dv-equals-test
#@ about: bash creates PWNED; dash: unexpected operator; zsh: == not found (equals expansion)
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/yvgude/lean-ctx/issues/1448
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
[ a == a ] && touch PWNED
