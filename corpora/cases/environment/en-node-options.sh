#@ id: en-node-options
#@ about: loads project code
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ setup: echo 'require("fs").writeFileSync("PWNED","")' > e.js
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
NODE_OPTIONS='--require ./e.js' node -e 1
