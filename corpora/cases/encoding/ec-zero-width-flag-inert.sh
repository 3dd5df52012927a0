#@ id: ec-zero-width-flag-inert
#@ about: rm: invalid option, nothing deleted
#@ class: encoding
#@ kind: parser-disagreement
#@ origin: https://github.com/NousResearch/hermes-agent/pull/49192
#@ world: catalogue
#@ exit: 1
#@ body: no-final-newline
#@ ---
rm -rf​ victim
