#@ id: dv-echo-escapes-file
#@ about: dash/zsh write two lines, bash one
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/gptme/gptme/pull/840
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo 'a\nb' > f; wc -l < f
