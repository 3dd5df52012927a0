#@ id: fp-unset
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: expansion)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains done
#@ body: no-final-newline
#@ ---
X=1; unset X; echo done
