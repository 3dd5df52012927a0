#@ id: pr-pytest-plugin
#@ about: imports evilmod.py of the project
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ setup: echo "open('PWNED','w')" > evilmod.py
#@ env: PYTHONPATH=.
#@ timeout: 30s
#@ body: no-final-newline
#@ ---
pytest-3 -q -p evilmod --version
