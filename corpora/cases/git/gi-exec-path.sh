#@ id: gi-exec-path
#@ about: runs ./git-hello
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/openai/codex/pull/15796
#@ world: catalogue
#@ setup: @GIT@ && cp helper git-hello
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
git --exec-path=. hello
