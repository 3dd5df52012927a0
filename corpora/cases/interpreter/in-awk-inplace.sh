#@ id: in-awk-inplace
#@ about: modifies in.txt
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1052
#@ world: catalogue
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
gawk -i inplace '{print "z"}' in.txt
