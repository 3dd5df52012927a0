#@ id: dv-echo-escapes-file
#@ about: dash/zsh write two lines, bash one
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/gptme/gptme/pull/840
#@ world: catalogue
#@ effect: create f
#@ exit: 0
#@ output: [bash] stdout lacks 2
#@ output: [bash] stdout contains 1
#@ output: [sh zsh] stdout contains 2
#@ body: no-final-newline
#@ ---
echo 'a\nb' > f; wc -l < f
