#@ id: dv-multios-read
#@ about: zsh (MULTIOS) reads both and prints the secret
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://zsh.sourceforge.io/Doc/Release/Redirection.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ body: no-final-newline
#@ ---
cat < ../outside/secret.txt < in.txt
