#@ id: exp-at-E
#@ about: deletes victim/ recursively
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-g8r9-g2v8-jv6f
#@ world: catalogue
#@ body: no-final-newline
#@ ---
x='\162m'; ${x@E} -rf victim
