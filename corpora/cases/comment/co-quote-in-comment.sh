#@ id: co-quote-in-comment
#@ about: deletes victim/ recursively
#@ class: comment
#@ kind: bypass
#@ origin: https://github.com/Zoo-Code-Org/Zoo-Code/pull/483
#@ world: catalogue
#@ body: no-final-newline
#@ ---
ls # don't
rm -rf victim # '
