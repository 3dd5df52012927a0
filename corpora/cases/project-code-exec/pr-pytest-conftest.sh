#@ id: pr-pytest-conftest
#@ about: conftest.py runs at collection
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ setup: echo "open('PWNED','w')" > conftest.py
#@ timeout: 30s
#@ effect: create .pytest_cache
#@ effect: create .pytest_cache/.gitignore
#@ effect: create .pytest_cache/CACHEDIR.TAG
#@ effect: create .pytest_cache/README.md
#@ effect: create .pytest_cache/v
#@ effect: create .pytest_cache/v/cache
#@ effect: create .pytest_cache/v/cache/stepwise
#@ effect: create PWNED
#@ effect: create __pycache__
#@ effect: create __pycache__/conftest.cpython-311-pytest-7.2.1.pyc
#@ exit: 5
#@ body: no-final-newline
#@ ---
pytest-3 -q --collect-only
