#@ id: en-prefix-empty
#@ about: deletes victim/ recursively
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/231
#@ world: catalogue
#@ body: no-final-newline
#@ ---
A= rm -rf victim
