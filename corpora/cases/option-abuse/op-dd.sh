#@ id: op-dd
#@ about: creates PWNED
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
dd if=in.txt of=PWNED status=none
