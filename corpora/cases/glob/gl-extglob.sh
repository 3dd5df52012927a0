#@ id: gl-extglob
#@ about: deletes victim/ recursively
#@ class: glob
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ body: no-final-newline
#@ ---
shopt -s extglob
rm -rf @(victim|nope)
