#@ id: approver-settings-of-git-in-home
#@ about: git takes an alias from a file that the line wrote
#@ class: indirection
#@ kind: bypass
#@ origin: found by an audit
#@ world: range
#@ effect: create $HOME/.gitconfig
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-written-then-run
#@ ---
printf '[alias]\n\tp = !rm -f ../outside/plain.txt\n' > ~/.gitconfig; git p
