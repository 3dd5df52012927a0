#@ id: sp-recursive-no-force
#@ about: deletes victim/ recursively
#@ class: spelling
#@ kind: bypass
#@ origin: https://github.com/PrimeIntellect-ai/prime-agent/pull/2384
#@ world: catalogue
#@ body: no-final-newline
#@ ---
rm -r victim
