#@ id: en-pythonpath
#@ about: sitecustomize/usercustomize or shadowing module of the project
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/sheeki03/tirith/blob/main/CHANGELOG.md
#@ world: catalogue
#@ setup: echo "open('PWNED','w')" > sitecustomize.py
#@ body: no-final-newline
#@ ---
PYTHONPATH=. python3 -m timeit -n1 -r1 1
