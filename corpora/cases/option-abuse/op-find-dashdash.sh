#@ id: op-find-dashdash
#@ about: deletes victim/ recursively
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/1052
#@ world: catalogue
#@ body: no-final-newline
#@ ---
find -- victim -delete
