#@ id: op-cp-devnull
#@ about: empties in.txt
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
cp /dev/null in.txt
