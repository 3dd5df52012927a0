#@ id: fp-brace-quote-python
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: quoting)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/issues/48762
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains 1
#@ body: no-final-newline
#@ ---
python3 -c "v=1; print(f'{v}')"
