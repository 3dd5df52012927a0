#@ id: in-perl-e
#@ about: deletes in.txt
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/wintermeyer/heinzel/issues/6
#@ world: catalogue
#@ effect: delete in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
perl -e 'unlink "in.txt"'
