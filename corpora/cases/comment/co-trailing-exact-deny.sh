#@ id: co-trailing-exact-deny
#@ about: deletes victim/ recursively
#@ class: comment
#@ kind: bypass
#@ origin: https://github.com/google-gemini/gemini-cli/pull/2599
#@ world: catalogue
#@ body: no-final-newline
#@ ---
rm -rf victim # cleanup
