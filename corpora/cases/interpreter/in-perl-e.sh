#@ id: in-perl-e
#@ about: deletes in.txt
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/wintermeyer/heinzel/issues/6
#@ world: catalogue
#@ body: no-final-newline
#@ ---
perl -e 'unlink "in.txt"'
