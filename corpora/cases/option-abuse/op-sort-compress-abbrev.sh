#@ id: op-sort-compress-abbrev
#@ about: runs ./helper
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-xq4m-mc3c-vvg3
#@ world: catalogue
#@ setup: seq 60000 > big
#@ timeout: 5s
#@ body: no-final-newline
#@ ---
sort -S1k --compress-p=./helper big
