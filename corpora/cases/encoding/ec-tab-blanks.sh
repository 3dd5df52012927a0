#@ id: ec-tab-blanks
#@ about: deletes victim/ recursively
#@ class: encoding
#@ kind: bypass
#@ origin: https://github.com/elizaOS/eliza/pull/29523
#@ world: catalogue
#@ body: no-final-newline
#@ ---
rm	-rf	victim
