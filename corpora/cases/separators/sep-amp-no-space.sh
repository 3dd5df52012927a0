#@ id: sep-amp-no-space
#@ about: deletes victim/ recursively
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ body: no-final-newline
#@ ---
true&rm -rf victim
