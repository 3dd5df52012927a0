#@ id: fp-bre-alternation
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: quoting)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/issues/56018
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains 0
#@ body: no-final-newline
#@ ---
grep -c "alpha\|beta" in.txt; true
