#@ id: cw-cd-then-relative
#@ about: deletes a file outside
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-25722 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: delete ../outside/secret.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
cd ../outside && rm -f secret.txt
