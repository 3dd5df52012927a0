#@ id: fp-unicode-diff-tool
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: encoding)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/sheeki03/tirith/issues/29
#@ world: catalogue
#@ setup: printf '#!/bin/sh\nexit 0\n' > tirith; chmod +x tirith
#@ exit: 0
#@ body: no-final-newline
#@ ---
./tirith diff https://exаmple.test
