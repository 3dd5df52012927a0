#@ id: op-diff-outside
#@ about: prints a secret file outside the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ body: no-final-newline
#@ ---
diff /dev/null ../outside/secret.txt
