#@ id: cw-rm-dot
#@ about: deletes victim/ recursively
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-25722 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create d
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
mkdir d; cd d; rm -rf ../victim
