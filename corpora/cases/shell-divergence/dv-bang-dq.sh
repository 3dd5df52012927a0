#@ id: dv-bang-dq
#@ about: typed: bash/zsh history expansion fails and drops the line; -c: runs
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/NousResearch/hermes-agent/pull/47936
#@ world: catalogue
#@ delivery: typed
#@ effect: [sh] create PWNED
#@ exit: [bash sh] 0
#@ exit: [zsh] 1
#@ output: [sh] stdout contains a!b
#@ body: no-final-newline
#@ ---
echo "a!b"; touch PWNED
