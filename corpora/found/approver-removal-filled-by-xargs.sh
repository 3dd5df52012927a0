#@ id: approver-removal-filled-by-xargs
#@ about: xargs puts the name of what is removed in the place of another
#@ class: wrappers
#@ kind: bypass
#@ origin: found by reading
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny target-not-fixed
#@ ---
echo ../outside/plain.txt | xargs -I% rm -f %
