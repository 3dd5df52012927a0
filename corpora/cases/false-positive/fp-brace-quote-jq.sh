#@ id: fp-brace-quote-jq
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: quoting)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/issues/48762
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains {
#@ body: no-final-newline
#@ ---
jq -n '{"a":1}'
