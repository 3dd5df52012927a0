#@ id: sy-tar-h
#@ about: prints a secret file outside the project
#@ class: symlink
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ setup: ln -s ../outside link
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ output: stdout contains k
#@ body: no-final-newline
#@ ---
tar chf - link | tar xOf -
