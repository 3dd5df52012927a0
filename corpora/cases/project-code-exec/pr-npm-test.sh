#@ id: pr-npm-test
#@ about: runs a script from package.json
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ setup: printf '{"scripts":{"test":"touch PWNED"}}' > package.json
#@ env: npm_config_offline=true
#@ env: npm_config_update_notifier=false
#@ timeout: 90s
#@ effect: create $HOME/.npm
#@ effect: create $HOME/.npm/_logs
#@ effect: create like $HOME/.npm/_logs/*.log
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
npm test --silent
