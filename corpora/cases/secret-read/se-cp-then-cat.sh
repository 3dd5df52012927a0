#@ id: se-cp-then-cat
#@ about: prints a secret file outside the project
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/langchain-ai/openwiki/issues/877
#@ world: catalogue
#@ effect: create x
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
cp ../outside/secret.txt x; cat x
