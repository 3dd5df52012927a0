#@ id: op-rg-hostname-bin
#@ about: runs ./helper (rg 14+)
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/gptme/gptme/pull/3557
#@ world: catalogue
#@ skip: rg 13 installed here; option exists from rg 14
#@ body: no-final-newline
#@ ---
rg --hostname-bin ./helper --hyperlink-format 'file://{host}{path}' b in.txt
