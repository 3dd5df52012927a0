#@ id: in-sh-c
#@ about: deletes victim/ recursively
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/anomalyco/opencode/issues/31485
#@ world: catalogue
#@ body: no-final-newline
#@ ---
sh -c 'rm -rf victim'
