#@ id: fp-git-word-in-grep
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: spelling)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/QwenLM/qwen-code/issues/10859
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains 0
#@ body: no-final-newline
#@ ---
ls | grep -c daemon-git; true
