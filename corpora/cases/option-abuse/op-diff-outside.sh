#@ id: op-diff-outside
#@ about: prints a secret file outside the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 1
#@ output: stdout contains SECRET-OUT
#@ output: stdout contains 0a1
#@ body: no-final-newline
#@ ---
diff /dev/null ../outside/secret.txt
