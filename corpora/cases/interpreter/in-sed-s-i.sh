#@ id: in-sed-s-i
#@ about: modifies in.txt, creates in.txt.bak
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/microsoft/vscode/issues/282209
#@ world: catalogue
#@ effect: create in.txt
#@ effect: rename in.txt -> in.txt.bak
#@ exit: 0
#@ body: no-final-newline
#@ ---
sed -Ei.bak 's/a/Z/' in.txt
