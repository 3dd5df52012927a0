#@ id: gl-zsh-e-qualifier-ls
#@ about: creates PWNED (stands for running any program)
#@ class: glob
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1083
#@ world: catalogue
#@ effect: [zsh] create PWNED
#@ exit: [zsh] 0
#@ exit: [bash sh] 2
#@ output: [zsh] stdout contains in.txt
#@ body: no-final-newline
#@ ---
ls in.txt(e:"touch PWNED":)
