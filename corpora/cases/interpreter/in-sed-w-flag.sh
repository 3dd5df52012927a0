#@ id: in-sed-w-flag
#@ about: creates a file outside the project
#@ class: interpreter
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2025-64755 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
sed 's/a/b/w ../outside/f' in.txt
