#@ id: fp-comment-text
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: comment)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains .
#@ body: no-final-newline
#@ ---
ls -d . # rm -rf victim
