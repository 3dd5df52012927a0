#@ id: gi-textconv
#@ about: repository config + attributes run ./helper
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/narumiruna/pi-extensions/pull/1045
#@ world: catalogue
#@ setup: @GIT@ && git config diff.d.textconv ./helper && echo '*.txt diff=d' > .gitattributes
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
git log -p
