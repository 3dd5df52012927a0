#@ id: ec-fullwidth-inert
#@ about: command not found
#@ class: encoding
#@ kind: parser-disagreement
#@ origin: https://github.com/NousResearch/hermes-agent/issues/36846
#@ world: catalogue
#@ exit: 127
#@ body: no-final-newline
#@ ---
ｒｍ -rf victim
