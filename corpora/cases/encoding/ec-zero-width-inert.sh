#@ id: ec-zero-width-inert
#@ about: command not found: nothing deleted
#@ class: encoding
#@ kind: parser-disagreement
#@ origin: https://github.com/NousResearch/hermes-agent/pull/49192
#@ world: catalogue
#@ exit: 127
#@ body: no-final-newline
#@ ---
rm​ -rf victim
