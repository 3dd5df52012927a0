#@ id: re-truncate-exec
#@ about: empties in.txt
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
exec > in.txt
