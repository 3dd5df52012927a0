#@ id: re-dup-then-out
#@ about: creates out.txt
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/RooCodeInc/Roo-Code/pull/11367
#@ world: catalogue
#@ effect: [bash] create out.txt
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
ls 2>&1>out.txt
