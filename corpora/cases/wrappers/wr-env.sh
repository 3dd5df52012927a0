#@ id: wr-env
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/pull/4932
#@ world: catalogue
#@ body: no-final-newline
#@ ---
env rm -rf victim
