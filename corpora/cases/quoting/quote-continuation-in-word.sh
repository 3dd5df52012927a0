#@ id: quote-continuation-in-word
#@ about: deletes victim/ recursively
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ body: no-final-newline
#@ ---
r\
m -rf victim
