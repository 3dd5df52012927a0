#@ id: en-pythonpath
#@ about: sitecustomize/usercustomize or shadowing module of the project
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/sheeki03/tirith/blob/main/CHANGELOG.md
#@ world: catalogue
#@ setup: echo "open('PWNED','w')" > sitecustomize.py
#@ effect: create PWNED
#@ effect: create __pycache__
#@ effect: create __pycache__/sitecustomize.cpython-311.pyc
#@ exit: 0
#@ body: no-final-newline
#@ ---
PYTHONPATH=. python3 -m timeit -n1 -r1 1
