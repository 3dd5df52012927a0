#@ id: fp-cut-d-slash
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: option-abuse)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
cut -d / -f1 in.txt
