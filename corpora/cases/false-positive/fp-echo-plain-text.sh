#@ id: fp-echo-plain-text
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: quoting)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains rm -rf victim
#@ body: no-final-newline
#@ ---
echo rm -rf victim
