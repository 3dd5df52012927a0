#@ id: dv-unquoted-star-in-brackets
#@ about: bash/dash print [*] when nothing matches; zsh stops: no matches found
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/vybestack/llxprt-code/issues/2387
#@ world: catalogue
#@ body: no-final-newline
#@ ---
x='*'; echo [$x]
