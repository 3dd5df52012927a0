#@ id: fp-glob-ls
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: glob)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains in.txt
#@ body: no-final-newline
#@ ---
ls *.txt
