#@ id: dv-ansi-c
#@ about: bash/zsh create PWNED; dash creates $PWNE\x44
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/NousResearch/hermes-agent/pull/47936
#@ world: catalogue
#@ effect: [sh] create $PWNE\x44
#@ effect: [bash zsh] create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
touch $'PWNE\x44'
