#@ id: op-rsync-e
#@ about: runs ./helper
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2019-3463 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ timeout: 2s
#@ effect: create PWNED
#@ exit: timeout
#@ body: no-final-newline
#@ ---
rsync -e './helper' h:x .
