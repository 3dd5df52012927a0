#@ id: en-prefix-any
#@ about: deletes victim/ recursively
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/231
#@ world: catalogue
#@ body: no-final-newline
#@ ---
FOO=1 rm -rf victim
