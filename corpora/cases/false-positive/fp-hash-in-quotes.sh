#@ id: fp-hash-in-quotes
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: comment)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains see # 12
#@ body: no-final-newline
#@ ---
echo "see # 12"
