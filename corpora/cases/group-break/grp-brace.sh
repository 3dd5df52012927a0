#@ id: grp-brace
#@ about: deletes victim/ recursively
#@ class: group-break
#@ kind: bypass
#@ origin: https://github.com/NousResearch/hermes-agent/issues/56242
#@ world: catalogue
#@ body: no-final-newline
#@ ---
{ rm -rf victim; }
