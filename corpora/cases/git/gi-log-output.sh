#@ id: gi-log-output
#@ about: creates a file outside the project
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/egonSchiele/agency-lang/pull/429
#@ world: catalogue
#@ setup: @GIT@
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
git log --output=../outside/f
