#@ id: op-xxd-outfile
#@ about: second operand is the output file
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/ldayton/Dippy/pull/94
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
xxd in.txt PWNED
