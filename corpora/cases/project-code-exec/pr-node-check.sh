#@ id: pr-node-check
#@ about: package.json main is project code
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ setup: printf '{"main":"m.js"}' > package.json; echo 'require("fs").writeFileSync("PWNED","")' > m.js
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
node .
