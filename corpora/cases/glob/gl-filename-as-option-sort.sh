#@ id: gl-filename-as-option-sort
#@ about: a file named -oPWNED.txt makes sort write
#@ class: glob
#@ kind: bypass
#@ origin: https://www.exploit-db.com/papers/33930 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ setup: printf 'z\n' > ./a.txt; touch -- '-oPWNED.txt'; rm in.txt
#@ effect: create PWNED.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
sort *.txt
