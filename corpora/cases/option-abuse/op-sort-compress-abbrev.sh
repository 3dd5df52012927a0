#@ id: op-sort-compress-abbrev
#@ about: runs ./helper
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-xq4m-mc3c-vvg3
#@ world: catalogue
#@ setup: seq 60000 > big
#@ timeout: 2s
#@ effect: create PWNED
#@ exit: timeout
#@ racy: sort is killed by the time limit in the middle of its work and leaves as many temporary files as it had made
#@ body: no-final-newline
#@ ---
sort -S1k --compress-p=./helper big
