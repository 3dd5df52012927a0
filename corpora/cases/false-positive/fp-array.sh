#@ id: fp-array
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: expansion)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ output: [bash zsh] stdout contains a b
#@ body: no-final-newline
#@ ---
arr=(a b); echo "${arr[@]}"
