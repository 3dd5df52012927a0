#@ id: pr-python-c-import
#@ about: ./json.py shadows the stdlib
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://github.com/sheeki03/tirith/issues/264
#@ world: catalogue
#@ setup: echo "open('PWNED','w')" > json.py
#@ effect: create PWNED
#@ effect: create __pycache__
#@ effect: create __pycache__/json.cpython-311.pyc
#@ exit: 0
#@ output: stdout contains 1
#@ body: no-final-newline
#@ ---
python3 -c 'import json; print(1)'
