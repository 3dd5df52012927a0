#@ id: li-nested-nice
#@ about: deletes victim/ recursively
#@ class: parser-limit
#@ kind: bypass
#@ origin: https://github.com/affaan-m/ECC/pull/2832
#@ world: catalogue
#@ body: no-final-newline
#@ ---
nice nice nice nice nice nice nice nice nice nice nice nice sh -c 'rm -rf victim'
