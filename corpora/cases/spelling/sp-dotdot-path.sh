#@ id: sp-dotdot-path
#@ about: deletes victim/ recursively
#@ class: spelling
#@ kind: bypass
#@ origin: https://github.com/FMXExpress/PasClaw/pull/566
#@ world: catalogue
#@ body: no-final-newline
#@ ---
/usr/bin/../bin/rm -rf victim
