#@ id: fp-subst-date
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: substitution)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/NousResearch/hermes-agent/pull/47936
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains built 2026
#@ body: no-final-newline
#@ ---
echo "built $(date +%Y)"
