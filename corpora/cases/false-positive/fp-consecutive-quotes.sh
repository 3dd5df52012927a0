#@ id: fp-consecutive-quotes
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: quoting)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/issues/32212
#@ world: catalogue
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo 'a''b' ""
