#@ id: in-node-e
#@ about: creates PWNED
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/wintermeyer/heinzel/issues/6
#@ world: catalogue
#@ body: no-final-newline
#@ ---
node -e 'require("fs").writeFileSync("PWNED","")'
