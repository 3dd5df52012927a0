#@ id: fp-fd-dup
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: redirection)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/RooCodeInc/Roo-Code/pull/11367
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains .
#@ body: no-final-newline
#@ ---
ls -d . 2>&1
