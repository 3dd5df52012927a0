#@ id: fp-quoted-alternation
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: quoting)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/NousResearch/hermes-agent/pull/80830
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains 2
#@ body: no-final-newline
#@ ---
grep -cE '^(a|b)$' in.txt
