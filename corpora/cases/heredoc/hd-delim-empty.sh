#@ id: hd-delim-empty
#@ about: creates PWNED (stands for running any program)
#@ class: heredoc
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ ---
sh << ""
touch PWNED

