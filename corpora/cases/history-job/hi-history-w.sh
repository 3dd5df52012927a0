#@ id: hi-history-w
#@ about: creates PWNED
#@ class: history-job
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-xq4m-mc3c-vvg3
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
history -s 'x'; history -w PWNED
