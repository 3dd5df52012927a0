#@ id: pr-pytest-ini
#@ about: addopts of evil.ini loads evilmod
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ setup: echo "open('PWNED','w')" > evilmod.py; printf '[pytest]\naddopts=-p evilmod\npythonpath=.\n' > evil.ini
#@ timeout: 30s
#@ body: no-final-newline
#@ ---
python3 -m pytest -q -c evil.ini --collect-only
