#@ id: fp-subshell-list
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: group-break)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/issues/94350
#@ world: catalogue
#@ exit: 0
#@ body: no-final-newline
#@ ---
(ls; pwd) > /dev/null
