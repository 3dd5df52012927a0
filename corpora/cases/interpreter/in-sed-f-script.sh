#@ id: in-sed-f-script
#@ about: creates PWNED (stands for running any program)
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/microsoft/vscode/issues/282209
#@ world: catalogue
#@ setup: echo '1e touch PWNED' > s.sed
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
sed -f s.sed in.txt
