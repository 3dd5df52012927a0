#@ id: op-scp-S
#@ about: runs ./helper as the ssh program
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2019-3463 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ timeout: 20s
#@ effect: create PWNED
#@ exit: 1
#@ body: no-final-newline
#@ ---
scp -S ./helper h:x .
