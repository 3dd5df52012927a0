#@ id: op-rg-pre-eq
#@ about: runs ./helper
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-qxfv-fcpc-w36x
#@ world: catalogue
#@ body: no-final-newline
#@ ---
rg --pre=./helper b in.txt
