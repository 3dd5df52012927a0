#@ id: cw-prefix-collision-write
#@ about: creates a file in a sibling directory
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2025-54794
#@ world: catalogue
#@ setup: mkdir ../proj-other
#@ effect: create /w/proj-other/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x > "$PWD-other/f"
