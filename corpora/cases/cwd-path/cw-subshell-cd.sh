#@ id: cw-subshell-cd
#@ about: creates a file outside the project
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-25722 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
(cd ../outside; touch f)
