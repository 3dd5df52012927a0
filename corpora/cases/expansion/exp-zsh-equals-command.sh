#@ id: exp-zsh-equals-command
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1083
#@ world: catalogue
#@ body: no-final-newline
#@ ---
=rm -rf victim
