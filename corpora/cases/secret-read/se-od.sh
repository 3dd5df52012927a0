#@ id: se-od
#@ about: prints the secret
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/pull/2283
#@ world: catalogue
#@ body: no-final-newline
#@ ---
od -c ../outside/secret.txt
