#@ id: hd-herestring-var
#@ about: creates PWNED (stands for running any program)
#@ class: heredoc
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
X='touch PWNED'; bash <<<"$X"
