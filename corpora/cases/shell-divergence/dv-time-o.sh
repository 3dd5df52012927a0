#@ id: dv-time-o
#@ about: dash has no keyword: /usr/bin/time -o creates PWNED; bash runs a command named -o
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/gotgenes/pi-packages/issues/490
#@ world: catalogue
#@ effect: [sh] create PWNED
#@ exit: [sh] 0
#@ exit: [bash zsh] 127
#@ body: no-final-newline
#@ ---
time -o PWNED true
