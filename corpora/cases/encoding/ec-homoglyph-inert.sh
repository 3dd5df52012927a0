#@ id: ec-homoglyph-inert
#@ about: command not found
#@ class: encoding
#@ kind: parser-disagreement
#@ origin: https://github.com/NousResearch/hermes-agent/pull/47936
#@ world: catalogue
#@ exit: 127
#@ body: no-final-newline
#@ ---
гm -rf victim
