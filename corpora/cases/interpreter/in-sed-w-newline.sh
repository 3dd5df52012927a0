#@ id: in-sed-w-newline
#@ about: creates PWNED
#@ class: interpreter
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2025-64755 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
sed -n 'p
w PWNED' in.txt
