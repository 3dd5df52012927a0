#@ id: wr-busybox
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://gtfobins.github.io/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ body: no-final-newline
#@ ---
busybox rm -rf victim
