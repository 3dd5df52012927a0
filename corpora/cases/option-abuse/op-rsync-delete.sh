#@ id: op-rsync-delete
#@ about: empties victim/
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ setup: mkdir empty
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ racy: whether rsync has to set the time of the folder depends on when it emptied it
#@ body: no-final-newline
#@ ---
rsync -a --delete empty/ victim/
