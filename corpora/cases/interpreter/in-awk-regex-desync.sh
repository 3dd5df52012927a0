#@ id: in-awk-regex-desync
#@ about: creates PWNED
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1052
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
awk '/"/{x=1} BEGIN{print "x" > "PWNED"} /"/' in.txt
