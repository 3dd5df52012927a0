#@ id: sep-newline
#@ about: deletes victim/ recursively
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo hi
rm -rf victim
