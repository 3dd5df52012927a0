#@ id: cw-cdpath-prefix
#@ about: creates a file outside the project
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://github.com/PrimeIntellect-ai/prime-agent/pull/2384
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
CDPATH=.. cd outside >/dev/null && touch f
