#@ id: sp-multi-target
#@ about: deletes victim/ recursively
#@ class: spelling
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ body: no-final-newline
#@ ---
rm -rf tmp victim
