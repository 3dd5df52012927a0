#@ id: fp-xargs-echo
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: wrappers)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains hi
#@ body: no-final-newline
#@ ---
echo hi | xargs echo
