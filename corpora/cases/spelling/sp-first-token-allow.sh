#@ id: sp-first-token-allow
#@ about: creates PWNED (stands for running any program)
#@ class: spelling
#@ kind: bypass
#@ origin: https://github.com/langchain-ai/deepagents/pull/4942
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
ls -la; touch PWNED
