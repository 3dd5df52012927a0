#@ id: sp-abs-path
#@ about: deletes victim/ recursively
#@ class: spelling
#@ kind: bypass
#@ origin: https://github.com/FMXExpress/PasClaw/pull/566
#@ world: catalogue
#@ body: no-final-newline
#@ ---
/bin/rm -rf victim
