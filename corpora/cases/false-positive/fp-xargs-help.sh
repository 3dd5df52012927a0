#@ id: fp-xargs-help
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: wrappers)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ exit: 0
#@ body: no-final-newline
#@ ---
xargs --help >/dev/null
