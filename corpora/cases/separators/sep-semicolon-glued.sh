#@ id: sep-semicolon-glued
#@ about: deletes victim/ recursively
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/issues/94314
#@ world: catalogue
#@ body: no-final-newline
#@ ---
ls;rm -rf victim
