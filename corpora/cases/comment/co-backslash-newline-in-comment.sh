#@ id: co-backslash-newline-in-comment
#@ about: creates PWNED (stands for running any program)
#@ class: comment
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains hi
#@ body: no-final-newline
#@ ---
echo hi # \
touch PWNED
