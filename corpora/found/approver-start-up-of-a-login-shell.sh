#@ id: approver-start-up-of-a-login-shell
#@ about: a login shell reads a file of the home directory that the line wrote
#@ class: indirection
#@ kind: bypass
#@ origin: found by an audit
#@ world: range
#@ effect: create $HOME/.bash_profile
#@ effect: delete ../outside/plain.txt
#@ expect: approver deny script-written-then-run
#@ ---
echo 'rm -f ../outside/plain.txt' > ~/.bash_profile; bash -lc true
