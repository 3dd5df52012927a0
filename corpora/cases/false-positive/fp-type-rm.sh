#@ id: fp-type-rm
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: wrappers)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests/corpus/false_positives
#@ world: catalogue
#@ exit: 0
#@ body: no-final-newline
#@ ---
type rm >/dev/null
