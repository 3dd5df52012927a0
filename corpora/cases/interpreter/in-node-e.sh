#@ id: in-node-e
#@ about: creates PWNED
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/wintermeyer/heinzel/issues/6
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
node -e 'require("fs").writeFileSync("PWNED","")'
