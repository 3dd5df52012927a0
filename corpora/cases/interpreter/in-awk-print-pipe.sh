#@ id: in-awk-print-pipe
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/769
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
awk 'BEGIN{print "touch PWNED" | "sh"}'
