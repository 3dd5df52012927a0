#@ id: approver-launcher-with-an-expansion
#@ about: a launcher that is not listed runs what an expansion spells
#@ class: unrecognised-launcher
#@ kind: bypass
#@ origin: found by the hunt without variable-runs-code
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny unrecognised-launcher
#@ ---
choom -n0 ${x-unlink} ../outside/plain.txt
