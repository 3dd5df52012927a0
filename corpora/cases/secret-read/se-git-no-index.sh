#@ id: se-git-no-index
#@ about: prints a secret file outside the project
#@ class: secret-read
#@ kind: bypass
#@ origin: https://github.com/langchain-ai/openwiki/issues/877
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 1
#@ output: stdout contains SECRET-OUT
#@ output: stdout contains diff --git a/../outside/secret.txt b/../outside/secret.txt
#@ body: no-final-newline
#@ ---
git diff --no-index /dev/null ../outside/secret.txt
