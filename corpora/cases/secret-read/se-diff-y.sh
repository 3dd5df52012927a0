#@ id: se-diff-y
#@ about: prints a secret file outside the project
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/pull/2283
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
comm ../outside/secret.txt /dev/null
