#@ id: op-docker-url
#@ about: talks to another daemon (not run)
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ skip: changelog 2.1.214
#@ body: no-final-newline
#@ ---
docker --url=unix:///x ps
