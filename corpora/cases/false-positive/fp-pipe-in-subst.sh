#@ id: fp-pipe-in-subst
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: substitution)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/issues/94350
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains 5
#@ body: no-final-newline
#@ ---
echo $(ls | wc -l)
