#@ id: wr-exec-a
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ body: no-final-newline
#@ ---
exec -a ls rm -rf victim
