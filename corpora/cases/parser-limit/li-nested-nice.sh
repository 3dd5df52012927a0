#@ id: li-nested-nice
#@ about: deletes victim/ recursively
#@ class: parser-limit
#@ kind: bypass
#@ origin: https://github.com/affaan-m/ECC/pull/2832
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
nice nice nice nice nice nice nice nice nice nice nice nice sh -c 'rm -rf victim'
