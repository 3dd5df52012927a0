#@ id: sub-nested-in-dq-brace
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-g8r9-g2v8-jv6f
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains ab
#@ body: no-final-newline
#@ ---
echo "a${X:-"$(touch PWNED)"}b"
