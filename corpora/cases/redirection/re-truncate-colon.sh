#@ id: re-truncate-colon
#@ about: empties in.txt
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/404
#@ world: catalogue
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
: > in.txt
