#@ id: fp-awk-print1
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: expansion)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
awk '{print $1}' in.txt
