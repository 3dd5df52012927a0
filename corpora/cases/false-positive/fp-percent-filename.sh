#@ id: fp-percent-filename
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: quoting)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ setup: echo x > a%20b.txt
#@ exit: 0
#@ output: stdout contains x
#@ body: no-final-newline
#@ ---
cat a%20b.txt
