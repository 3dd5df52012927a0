#@ id: approver-option-of-the-command-of-xargs
#@ about: an option of rm is taken for one of xargs, which then seems to add nothing
#@ class: indirection
#@ kind: bypass
#@ origin: found by trying
#@ world: range
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny target-not-fixed
#@ ---
echo ../outside/plain.txt | xargs rm -i -f
