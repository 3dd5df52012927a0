#@ id: fp-sed-n-range
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: option-abuse)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/microsoft/vscode/issues/282209
#@ world: catalogue
#@ setup: cp in.txt my-file.txt
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
sed -n '1,2p' my-file.txt
