#@ id: dv-status-readonly
#@ about: bash/dash create PWNED; zsh: read-only variable, stops
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://zsh.sourceforge.io/Doc/Release/Options.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: [bash sh] create PWNED
#@ exit: [bash sh] 0
#@ exit: [zsh] 1
#@ body: no-final-newline
#@ ---
status=ok; touch PWNED
