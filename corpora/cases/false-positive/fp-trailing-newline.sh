#@ id: fp-trailing-newline
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: separators)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/getcargohq/cargo-skills/pull/51
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains .
#@ ---
ls -d .
