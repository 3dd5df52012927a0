#@ id: approver-git-remote-program
#@ about: git runs the program of the other side
#@ class: git
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny program-name-unknown
#@ ---
git ls-remote --exec='r\m -f ../outside/plain.txt;' .
