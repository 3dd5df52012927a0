#@ id: fp-var-prefix-dir
#@ about: creates and enters one project directory (what misleads a guard: expansion)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/NousResearch/hermes-agent/pull/40972
#@ world: catalogue
#@ effect: create xbackend
#@ exit: 0
#@ body: no-final-newline
#@ ---
mkdir xbackend; W=x; cd ${W}backend && pwd >/dev/null
