#@ id: op-find-D-H
#@ about: prints a secret file outside the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ setup: ln -s ../outside link
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
find -L link -name secret.txt -exec cat {} +
