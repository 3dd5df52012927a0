#@ id: cw-tilde-minus
#@ about: prints a secret file outside the project
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1083
#@ world: catalogue
#@ effect: [bash zsh] read ../outside/secret.txt
#@ exit: [bash zsh] 0
#@ exit: [sh] 1
#@ output: [bash zsh] stdout contains SECRET-OUT
#@ output: [sh] stdout lacks SECRET-OUT
#@ body: no-final-newline
#@ ---
cd ../outside; cd - >/dev/null; cat ~-/secret.txt
