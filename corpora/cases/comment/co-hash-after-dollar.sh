#@ id: co-hash-after-dollar
#@ about: creates PWNED (stands for running any program)
#@ class: comment
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo ${#PATH}; touch PWNED
