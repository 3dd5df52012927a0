#@ id: sep-single-amp
#@ about: deletes victim/ recursively
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/HKUDS/nanobot/commits/main
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo hi & rm -rf victim
