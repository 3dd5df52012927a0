#@ id: se-fold
#@ about: prints a secret file outside the project
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/pull/2283
#@ world: catalogue
#@ body: no-final-newline
#@ ---
fold ../outside/secret.txt
