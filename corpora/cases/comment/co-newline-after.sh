#@ id: co-newline-after
#@ about: deletes victim/ recursively
#@ class: comment
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo hi # note
rm -rf victim
