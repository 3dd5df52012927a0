#@ id: exp-substring-slash
#@ about: prints a secret file
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/NousResearch/hermes-agent/issues/36846
#@ world: catalogue
#@ body: no-final-newline
#@ ---
cat ..${PATH:0:1}outside${PATH:0:1}secret.txt
