#@ id: se-od
#@ about: prints the secret
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/pull/2283
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains S   E   C
#@ body: no-final-newline
#@ ---
od -c ../outside/secret.txt
