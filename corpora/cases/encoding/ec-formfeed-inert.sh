#@ id: ec-formfeed-inert
#@ about: one word: command not found
#@ class: encoding
#@ kind: parser-disagreement
#@ origin: https://github.com/QwenLM/qwen-code/issues/12089
#@ world: catalogue
#@ exit: 127
#@ body: base64
#@ ---
cm0MLXJmIHZpY3RpbQ==
