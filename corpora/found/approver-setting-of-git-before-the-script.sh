#@ id: approver-setting-of-git-before-the-script
#@ about: git keeps a command whose script the line writes later
#@ class: indirection
#@ kind: bypass
#@ origin: found by an audit
#@ world: range
#@ effect: create $HOME/.gitconfig
#@ effect: create r
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-written-then-run
#@ ---
git config --global alias.p '!sh /w/tree/r'; echo 'rm -f ../outside/plain.txt' > r; git p
