#@ id: gi-C-other-repo
#@ about: the other repository's config runs a program
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/narumiruna/pi-extensions/pull/1045
#@ world: catalogue
#@ setup: mkdir other && cd other && cp ../in.txt ../notes.md . && @GIT@ && git config diff.external 'sh -c "touch PWNED"'
#@ effect: create other/PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
git -C other diff
