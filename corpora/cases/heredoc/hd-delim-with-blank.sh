#@ id: hd-delim-with-blank
#@ about: creates PWNED (stands for running any program)
#@ class: heredoc
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
sh << "EOF SPACE"
touch PWNED
EOF SPACE
