#@ id: op-sort-trailing
#@ about: rewrites in.txt in place
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/openclaw/openclaw/security/advisories/GHSA-4685-c5cp-vp95
#@ world: catalogue
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
sort in.txt -o in.txt
