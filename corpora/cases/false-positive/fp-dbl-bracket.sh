#@ id: fp-dbl-bracket
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: group-break)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ output: [bash zsh] stdout contains yes
#@ body: no-final-newline
#@ ---
[[ -f in.txt ]] && echo yes
