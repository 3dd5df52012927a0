#@ id: cw-pushd
#@ about: creates a file outside the project
#@ class: cwd-path
#@ kind: bypass
#@ origin: https://github.com/xorbitsai/xagent/pull/936
#@ world: catalogue
#@ effect: [bash zsh] create ../outside/f
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
pushd ../outside >/dev/null && touch f
