#@ id: dv-zsh-cd-two
#@ about: zsh substitutes in $PWD: f is created OUTSIDE; bash: error, f inside; dash ignores: error
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Builtin-Commands.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: [zsh] create ../outside/f
#@ effect: [bash sh] create f
#@ exit: 0
#@ body: no-final-newline
#@ ---
cd proj outside; touch f
