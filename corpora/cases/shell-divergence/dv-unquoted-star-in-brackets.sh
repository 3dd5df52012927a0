#@ id: dv-unquoted-star-in-brackets
#@ about: bash/dash print [*] when nothing matches; zsh stops: no matches found
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ exit: [bash sh] 0
#@ exit: [zsh] 1
#@ output: [bash sh] stdout contains [*]
#@ body: no-final-newline
#@ ---
x='*'; echo [$x]
