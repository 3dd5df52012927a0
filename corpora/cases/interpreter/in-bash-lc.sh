#@ id: in-bash-lc
#@ about: deletes victim/ recursively
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/akaszubski/autonomous-dev/issues/1621
#@ world: catalogue
#@ body: no-final-newline
#@ ---
bash -lc 'rm -rf victim'
