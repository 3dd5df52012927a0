#@ id: fp-find-print
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: option-abuse)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/316
#@ world: catalogue
#@ exit: 0
#@ body: no-final-newline
#@ ---
find . -name nothing -print
