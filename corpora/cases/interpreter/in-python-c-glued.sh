#@ id: in-python-c-glued
#@ about: creates PWNED
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
python3 -c'open("PWNED","w")'
