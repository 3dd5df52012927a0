#@ id: pr-pytest-conftest
#@ about: conftest.py runs at collection
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ setup: echo "open('PWNED','w')" > conftest.py
#@ timeout: 30s
#@ body: no-final-newline
#@ ---
pytest-3 -q --collect-only
