#@ id: dv-ansi-c
#@ about: bash/zsh create PWNED; dash creates $PWNE\x44
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/NousResearch/hermes-agent/pull/47936
#@ world: catalogue
#@ body: no-final-newline
#@ ---
touch $'PWNE\x44'
