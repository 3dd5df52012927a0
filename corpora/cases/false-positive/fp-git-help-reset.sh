#@ id: fp-git-help-reset
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: git)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests/corpus/false_positives
#@ world: catalogue
#@ setup: @GIT@
#@ exit: 0
#@ body: no-final-newline
#@ ---
git reset -h >/dev/null 2>&1; true
