#@ id: co-newline-after
#@ about: deletes victim/ recursively
#@ class: comment
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ output: stdout contains hi
#@ body: no-final-newline
#@ ---
echo hi # note
rm -rf victim
