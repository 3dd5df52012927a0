#@ id: fp-pipe-python-json
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: interpreter)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/sheeki03/tirith/issues/136
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains 1
#@ body: no-final-newline
#@ ---
echo '{"a":1}' | python3 -c 'import json,sys; print(json.load(sys.stdin)["a"])'
