#@ id: gi-grep-O-abbrev
#@ about: runs ./helper
#@ class: git
#@ kind: bypass
#@ origin: https://github.com/ivankuznetsov/hive/pull/488
#@ world: catalogue
#@ setup: @GIT@
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
git grep --op=./helper a
