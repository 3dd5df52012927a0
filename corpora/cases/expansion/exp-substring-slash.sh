#@ id: exp-substring-slash
#@ about: prints a secret file
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/NousResearch/hermes-agent/issues/36846
#@ world: catalogue
#@ effect: [bash zsh] read ../outside/secret.txt
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ output: [bash zsh] stdout contains SECRET-OUT
#@ output: [sh] stdout lacks SECRET-OUT
#@ body: no-final-newline
#@ ---
cat ..${PATH:0:1}outside${PATH:0:1}secret.txt
