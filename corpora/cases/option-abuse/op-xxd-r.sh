#@ id: op-xxd-r
#@ about: patches in.txt in place
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/ldayton/Dippy/pull/94
#@ world: catalogue
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo 0000: 58 | xxd -r - in.txt
