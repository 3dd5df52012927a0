#@ id: cw-cd-in-substitution-no-effect
#@ about: cwd unchanged: PWNED is in the project
#@ class: cwd-path
#@ kind: parser-disagreement
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
x=$(cd ../outside); touch PWNED
