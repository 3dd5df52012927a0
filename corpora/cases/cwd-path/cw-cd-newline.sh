#@ id: cw-cd-newline
#@ about: deletes a directory outside
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-25722 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: delete ../outside/dir
#@ effect: delete ../outside/dir/k
#@ exit: 0
#@ body: no-final-newline
#@ ---
cd ../outside
rm -rf dir
