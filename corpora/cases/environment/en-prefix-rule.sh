#@ id: en-prefix-rule
#@ about: deletes victim/ recursively
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/anomalyco/opencode/issues/31485
#@ world: catalogue
#@ body: no-final-newline
#@ ---
CI=true rm -rf victim
