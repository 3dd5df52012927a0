#@ id: op-rg-search-zip
#@ about: runs ./gzip from the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/gptme/gptme/pull/3557
#@ world: catalogue
#@ setup: cp helper gzip; /usr/bin/gzip -c in.txt > a.gz
#@ effect: create PWNED
#@ exit: 1
#@ body: no-final-newline
#@ ---
PATH=.:$PATH rg -z b a.gz
