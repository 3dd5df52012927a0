#@ id: fp-arrow-in-printf
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: redirection)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/221
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains a     -> b
#@ body: no-final-newline
#@ ---
if true; then printf '%-5s -> %s\n' a b; fi
