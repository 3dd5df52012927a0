#@ id: gi-hookspath
#@ about: runs hooks/pre-commit
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/cisco-ai-defense/defenseclaw/pull/573
#@ world: catalogue
#@ setup: @GIT@ && mkdir hooks && cp helper hooks/pre-commit
#@ body: no-final-newline
#@ ---
git -c core.hooksPath=hooks commit -q --allow-empty -m x
