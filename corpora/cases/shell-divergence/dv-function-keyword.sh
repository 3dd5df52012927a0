#@ id: dv-function-keyword
#@ about: bash/zsh run it; dash: syntax error near }
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_functions.rs
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
function f { touch PWNED; }; f
