#@ id: op-zip-move
#@ about: deletes in.txt after zipping
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create x.zip
#@ effect: delete in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
zip -qm x.zip in.txt
