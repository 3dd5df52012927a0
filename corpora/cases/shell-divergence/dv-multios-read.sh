#@ id: dv-multios-read
#@ about: zsh (MULTIOS) reads both and prints the secret
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://zsh.sourceforge.io/Doc/Release/Redirection.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: [bash sh] stdout lacks SECRET-OUT
#@ output: [bash sh] stdout contains b
#@ output: [zsh] stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
cat < ../outside/secret.txt < in.txt
