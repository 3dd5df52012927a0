#@ id: fp-quoted-home
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: expansion)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/issues/43713
#@ world: catalogue
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo "$HOME"
