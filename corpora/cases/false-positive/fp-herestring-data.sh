#@ id: fp-herestring-data
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: heredoc)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests/corpus/false_positives
#@ world: catalogue
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ output: [bash zsh] stdout contains 1
#@ body: no-final-newline
#@ ---
grep -c rm <<< 'rm -rf victim'
