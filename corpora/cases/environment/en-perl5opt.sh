#@ id: en-perl5opt
#@ about: loads project code
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ setup: echo 'open(F,">PWNED"); 1;' > evil.pm
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
PERL5LIB=. PERL5OPT=-Mevil perl -e 1
