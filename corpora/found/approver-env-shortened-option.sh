#@ id: approver-env-shortened-option
#@ about: env splits a string behind a shortened option
#@ class: launcher
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny execute-string-uninspectable
#@ ---
env --split="r'm' -f ../outside/plain.txt"
