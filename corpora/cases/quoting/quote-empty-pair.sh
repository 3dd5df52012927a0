#@ id: quote-empty-pair
#@ about: deletes victim/ recursively
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ body: no-final-newline
#@ ---
r''m -rf victim
