#@ id: approver-settings-of-git-copied
#@ about: git takes an alias from a file that was copied to its place
#@ class: indirection
#@ kind: bypass
#@ origin: found by an audit
#@ world: range
#@ effect: create x
#@ effect: create $HOME/.gitconfig
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-written-then-run
#@ ---
printf '[alias]\n\tp = !rm -f ../outside/plain.txt\n' > x; cp x ~/.gitconfig; git p
