#@ id: in-python-open-write
#@ about: creates a file outside the project
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/wintermeyer/heinzel/issues/6
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
python3 -c "open('../outside/f','w').write('x')"
