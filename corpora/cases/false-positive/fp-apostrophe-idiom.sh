#@ id: fp-apostrophe-idiom
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: quoting)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/cline/cline/pull/8284
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains don't
#@ body: no-final-newline
#@ ---
echo 'don'\''t'
