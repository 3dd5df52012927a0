#@ id: pr-pytest-plugin
#@ about: imports evilmod.py of the project
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ setup: echo "open('PWNED','w')" > evilmod.py
#@ env: PYTHONPATH=.
#@ timeout: 30s
#@ effect: create PWNED
#@ effect: create __pycache__
#@ effect: create __pycache__/evilmod.cpython-311-pytest-7.2.1.pyc
#@ exit: 0
#@ output: stdout contains pytest 7.2.1
#@ body: no-final-newline
#@ ---
pytest-3 -q -p evilmod --version
