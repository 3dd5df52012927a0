#@ id: gl-filename-as-flag
#@ about: a file named -rf turns it into rm -rf: directories go too
#@ class: glob
#@ kind: bypass
#@ origin: https://www.exploit-db.com/papers/33930 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ setup: touch -- -rf
#@ body: no-final-newline
#@ ---
rm *
