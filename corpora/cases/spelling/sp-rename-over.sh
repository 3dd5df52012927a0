#@ id: sp-rename-over
#@ about: overwrites in.txt
#@ class: spelling
#@ kind: bypass
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ effect: rename notes.md -> in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
mv -f notes.md in.txt
