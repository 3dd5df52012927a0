#@ id: op-cp-target-dir
#@ about: creates a file outside the project
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ effect: create ../outside/in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
cp -t ../outside in.txt
