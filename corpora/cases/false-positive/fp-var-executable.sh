#@ id: fp-var-executable
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: expansion)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/sheeki03/tirith/issues/264
#@ world: catalogue
#@ exit: 0
#@ body: no-final-newline
#@ ---
BIN=/bin/echo; "$BIN" --version >/dev/null
