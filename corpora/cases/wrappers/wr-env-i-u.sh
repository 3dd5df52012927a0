#@ id: wr-env-i-u
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ body: no-final-newline
#@ ---
env -i -u X PATH=/usr/bin:/bin rm -rf victim
