#@ id: re-zsh-multios
#@ about: zsh writes every target; bash/dash create both, only the last gets data
#@ class: redirection
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Redirection.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create ../outside/f
#@ effect: create a1
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x > a1 > ../outside/f
