#@ id: in-sed-cluster-i
#@ about: rewrites in.txt
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/microsoft/vscode/issues/282209
#@ world: catalogue
#@ effect: modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
sed -ni '1p' in.txt
